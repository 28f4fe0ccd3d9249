import type { GameAccess } from "@tms/stack/system/demo-game";
import { bulkRequests, JOINED, joinRequests, PROCESSED, type Target } from "../load/requests.ts";
import { tidy } from "../product.ts";
import type { Bench } from "../scenario.ts";
import { fundGamers, type Gamer } from "./gamers.ts";
import {
  createPayingGame,
  fillTournament,
  publishTournament,
  type Terms,
  type Tournament,
} from "./tournaments.ts";

/** A leaderboard on which every gamer has a score. */
export interface Board extends Target {
  tournament: Tournament;
  game: GameAccess;
  gamers: readonly Gamer[];
}

const SIZES = { full: 100_000, smoke: 2_000 };
const SCORES_PER_REQUEST = 1_000;
// The load generator receives the requests for so many scores at once.
const SCORES_PER_LOAD = 50_000;
const MAX_SECONDS = 600;

/**
 * Fills a leaderboard: entries without the services, scores through them. The terms say `last`, so
 * every new score moves its gamer.
 */
export async function fillBoard(
  bench: Bench,
  { entries = bench.board ?? SIZES[bench.scale], ...terms }: Terms & { entries?: number } = {},
): Promise<Board> {
  const { product } = bench;
  const game = await createPayingGame(product);
  const gamers = await fundGamers(product.db, game.gameId, entries);
  const scoring = { operator: "last" } as const;
  const tournament = await publishTournament(product, game.gameId, { scoring, ...terms });
  const target = { id: tournament.id, apiKey: game.apiKey };
  async function sendAll(requests: readonly string[], expected: number): Promise<void> {
    const { answered } = await bench.load.run({
      port: product.ports.gateway,
      connections: Math.min(4, requests.length),
      seconds: MAX_SECONDS,
      maxRequests: requests.length,
      requests,
      expected,
    });
    if (answered !== requests.length) throw new Error("The leaderboard could not be filled.");
  }
  // The first join opens the registration and its leaderboard.
  await sendAll(joinRequests([target]), JOINED);
  await fillTournament(product.db, tournament, gamers.slice(1));
  for (let from = 0; from < entries; from += SCORES_PER_LOAD) {
    const to = Math.min(entries, from + SCORES_PER_LOAD);
    await sendAll(bulkRequests(target, { from, to, each: SCORES_PER_REQUEST }), PROCESSED);
  }
  await tidy(product.db);
  return { ...target, tournament, game, gamers };
}
