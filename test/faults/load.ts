import { setTimeout as delay } from "node:timers/promises";
import type { Api } from "../harness/api.ts";
import { playTournament, type Ask } from "../harness/players.ts";
import { settled } from "../harness/tournament.ts";

/** What a game backend sent. */
export interface Load {
  /** Requests that failed, a sentence each. */
  failed: readonly string[];
  requests: number;
  /** Tournaments that were played to their end, each by its own gamers. */
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
// The pause between two requests of a player.
const PAUSE_MS = 15;

/** Plays tournaments from create to complete, several at a time, until `stop`. */
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
 * Waits until all tournaments are settled. Returns a sentence for each pool that was not paid out
 * entirely, and for each gamer with a wrong balance.
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
