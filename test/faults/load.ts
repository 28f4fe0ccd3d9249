import { setTimeout as delay } from "node:timers/promises";
import type { Api } from "../harness/api.ts";
import { playTournament, type Ask } from "../harness/players.ts";

/** What a game backend sent. */
export interface Load {
  /** Requests that failed, a sentence each. */
  failed: readonly string[];
  /** The paths of tournaments that were played to their end, each by its own gamers. */
  played: readonly string[];
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
  const played: string[] = [];
  const stopping = new AbortController();

  const ask: Ask = async (method, path, body) => {
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
        played.push(await playTournament(ask, match));
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
      return { failed, played };
    },
  };
}

class GivenUp extends Error {}
