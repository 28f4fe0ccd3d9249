import { setTimeout as delay } from "node:timers/promises";
import { apiOf, type Answer } from "../harness/api.ts";
import { tournamentBody, settled } from "../harness/tournament.ts";
import type { GameAccess } from "@tms/stack/system/demo-game";

/** What a game backend did and was told, all of it. */
export interface Load {
  /** Requests that were not answered as they are when all is well; empty when nobody noticed. */
  failed: readonly string[];
  requests: number;
  /** Tournaments played to their end, each by gamers of its own. */
  played: readonly Played[];
}

interface Played {
  path: string;
  gamers: readonly string[];
}

const PLAYERS = 6;
const GAMERS = 4;
const FEE = 1;
const DEPOSIT = 3;
// Between two requests of one player, so that the machine is not busy.
const PAUSE_MS = 15;

/** Plays tournaments from create to complete, several at a time, until told to stop. */
export function startLoad(baseUrl: string, access: GameAccess) {
  const failed: string[] = [];
  const played: Played[] = [];
  let requests = 0;
  const stopping = new AbortController();
  const api = apiOf(baseUrl, access);

  async function ask(what: string, expected: number, send: () => Promise<Answer>) {
    requests++;
    await delay(PAUSE_MS);
    const sentAt = performance.now();
    const answer = await send().catch((error: unknown) => error as Error);
    const after = `after ${Math.round(performance.now() - sentAt)} ms`;
    if (answer instanceof Error) {
      const cause = answer.cause instanceof Error ? `: ${answer.cause.message}` : "";
      failed.push(`${what} was not answered ${after}: ${answer.message}${cause}`);
    } else if (answer.status !== expected)
      failed.push(`${what} was answered ${answer.status} ${after}: ${JSON.stringify(answer.body)}`);
    else return answer;
    throw new GivenUp();
  }

  async function playOne(name: string): Promise<void> {
    const made = await ask("create", 201, () =>
      api.post("/tournament/create", tournamentBody(api, { entryFee: FEE })),
    );
    const path = `/tournament/${made.body.tournament.id}`;
    await ask("publish", 200, () => api.patch(`${path}/publish`));
    const gamers = Array.from({ length: GAMERS }, (_, index) => `${name}-${index}`);
    for (const gamer of gamers) {
      const wallet = `/wallet/${gamer}`;
      await ask("deposit", 201, () => api.post(`${wallet}/deposit`, { amount: DEPOSIT }));
      await ask("join", 201, () => api.post(`${path}/join`, { gamer }));
      await ask("read", 200, () => api.get(path));
    }
    await ask("list", 200, () => api.get(`${path}/entries`));
    await ask("eliminate", 200, () => api.patch(`${path}/eliminate`, { gamer: gamers[0] }));
    await ask("complete", 200, () => api.patch(`${path}/complete`));
    played.push({ path, gamers });
  }

  async function play(player: number): Promise<void> {
    for (let round = 0; !stopping.signal.aborted; round++) {
      try {
        await playOne(`p${player}-${round}`);
      } catch (error) {
        if (!(error instanceof GivenUp)) throw error;
      }
    }
  }

  const players = Promise.all(Array.from({ length: PLAYERS }, (_, player) => play(player)));
  return {
    async stop(): Promise<Load> {
      stopping.abort();
      await players;
      return { failed, requests, played };
    },
  };
}

class GivenUp extends Error {}

/**
 * Waits until all that was played is settled, and finds what was paid out wrongly: of each pool
 * everything, and of what each gamer brought and won everything that is not in a pool.
 */
export async function wronglyPaid(
  baseUrl: string,
  access: GameAccess,
  load: Load,
): Promise<string[]> {
  const api = apiOf(baseUrl, access);
  const wrong: string[] = [];
  for (const { path, gamers } of load.played) {
    const fees = gamers.length * FEE;
    const { payouts } = await settled(api, path, 60_000);
    const sum = payouts.reduce((total, { amount }) => total + amount, 0);
    if (sum !== fees) wrong.push(`${path} took ${fees} and paid ${sum}`);
    for (const gamer of gamers) {
      const won = payouts.find(({ gamerHandle }) => gamerHandle === gamer)?.amount ?? 0;
      const { balance } = (await api.get(`/wallet/${gamer}`)).body.wallet;
      if (balance !== DEPOSIT - FEE + won) wrong.push(`${gamer} has ${balance} and won ${won}`);
    }
  }
  return wrong;
}
