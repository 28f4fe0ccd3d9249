import type { Body } from "./bodies.ts";
import { termsOf } from "./tournament.ts";

/** Sends a request of a game's backend, and returns what it is answered when all is well. */
export type Ask = (method: "GET" | "POST" | "PATCH", path: string, body?: object) => Promise<Body>;

/** A tournament to be played. */
export interface Match {
  gameId: string;
  gamers: readonly string[];
  entryFee: number;
  /** Each gamer's deposit, where gamers pay their fees themselves. */
  deposit?: number;
  /** The final ranks that the game gives. */
  ranks?: readonly { gamer: string; rank: number }[];
}

/** Plays a tournament from create to complete: the last gamer is eliminated. Returns its path. */
export async function playTournament(ask: Ask, match: Match): Promise<string> {
  const { gameId, gamers, entryFee, deposit, ranks } = match;
  const made = await ask("POST", "/tournament/create", termsOf(gameId, { entryFee }));
  const path = `/tournament/${made.tournament.id}`;
  await ask("PATCH", `${path}/publish`);
  for (const gamer of gamers) {
    if (deposit !== undefined) await ask("POST", `/wallet/${gamer}/deposit`, { amount: deposit });
    await ask("POST", `${path}/join`, { gamer });
    await ask("GET", path);
  }
  await ask("GET", `${path}/entries`);
  await ask("PATCH", `${path}/eliminate`, { gamer: gamers.at(-1) });
  await ask("PATCH", `${path}/complete`, ranks && { ranks });
  return path;
}
