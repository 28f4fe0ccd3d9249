import { setTimeout as delay } from "node:timers/promises";
import type { Api } from "../harness/api.ts";
import { playTournament, type Ask } from "../harness/players.ts";
import { settled } from "../harness/tournament.ts";

/** Everything that a game backend did, and was answered. */
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
export function startLoad(api: Api) {
  const failed: string[] = [];
  const played: Played[] = [];
  let requests = 0;
  const stopping = new AbortController();

  const ask: Ask = async (method, path, body) => {
    requests++;
    await delay(PAUSE_MS);
    const sentAt = performance.now();
    const answer = await api.call(method, path, body).catch((error: unknown) => error as Error);
    const after = `after ${Math.round(performance.now() - sentAt)} ms`;
    if (answer instanceof Error) {
      const cause = answer.cause instanceof Error ? `: ${answer.cause.message}` : "";
      failed.push(`${method} ${path} was not answered ${after}: ${answer.message}${cause}`);
    } else if (answer.status !== (method === "POST" ? 201 : 200)) {
      const text = JSON.stringify(answer.body);
      failed.push(`${method} ${path} was answered ${answer.status} ${after}: ${text}`);
    } else return answer.body;
    throw new GivenUp();
  };

  async function play(player: number): Promise<void> {
    for (let round = 0; !stopping.signal.aborted; round++) {
      const gamers = Array.from({ length: GAMERS }, (_, index) => `p${player}-${round}-${index}`);
      const match = { gameId: api.gameId, gamers, entryFee: FEE, deposit: DEPOSIT };
      try {
        played.push({ path: await playTournament(ask, match), gamers });
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
export async function wronglyPaid(api: Api, load: Load): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, gamers } of load.played) {
    const fees = gamers.length * FEE;
    const { payouts } = await settled(api, path);
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
