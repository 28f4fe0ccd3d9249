import type { GameAccess } from "@tms/stack/system/demo-game";
import type { Bench } from "../bench.ts";
import { bulkRequests, PROCESSED, type ScoreTarget } from "../load/scores.ts";
import type { BenchSystem } from "../system/system.ts";
import { fillTournament } from "./entries.ts";
import { fundGamers, handleOf, type Gamer } from "./gamers.ts";
import { tidy } from "./tidy.ts";
import {
  createPayingGame,
  tournamentMaker,
  type MoreTerms,
  type Tournament,
} from "./tournaments.ts";

/** A leaderboard on which every gamer has a score. */
export interface Board extends ScoreTarget {
  tournament: Tournament;
  game: GameAccess;
  gamers: readonly Gamer[];
}

/** What a leaderboard is to be, where it differs from others. */
interface BoardTerms extends Pick<MoreTerms, "prizeSplit"> {
  entries?: number;
}

const SIZES = { full: 100_000, smoke: 2_000 };
const EACH = 1_000;
// Few enough to be handed to the load generator in one piece.
const AT_ONCE = 50_000;
const CONNECTIONS = 4;
const LONGEST_SECONDS = 600;

/**
 * Fills a leaderboard, of the size that was said: entries past the services, scores through them. Every
 * new score takes the place of the one before, so that each of them moves its gamer.
 */
export async function fillBoard(
  bench: Bench,
  product: BenchSystem,
  { entries = bench.board ?? SIZES[bench.scale], prizeSplit = [] }: BoardTerms = {},
): Promise<Board> {
  const game = await createPayingGame(product);
  const gamers = await fundGamers(product.db, game.gameId, entries);
  const makeTournament = tournamentMaker(product);
  const tournament = await makeTournament(game.gameId, undefined, {
    scoring: { operator: "last" },
    prizeSplit,
  });
  const target = { tournamentId: tournament.id, apiKey: game.apiKey };
  // The first join opens the registration, and with it the leaderboard.
  await joinFirst(product, target);
  await fillTournament(product.db, tournament, gamers.slice(1));
  for (let from = 0; from < entries; from += AT_ONCE) {
    const requests = bulkRequests(target, {
      from,
      to: Math.min(entries, from + AT_ONCE),
      each: EACH,
    });
    const { answered } = await bench.load.run({
      port: product.ports.gateway,
      connections: CONNECTIONS,
      seconds: LONGEST_SECONDS,
      first: 0,
      most: requests.length,
      requests,
      expected: PROCESSED,
    });
    if (answered !== requests.length) throw new Error("a leaderboard could not be filled");
  }
  await tidy(product.db);
  return { ...target, tournament, game, gamers };
}

async function joinFirst(
  { gatewayUrl }: BenchSystem,
  { tournamentId, apiKey }: ScoreTarget,
): Promise<void> {
  const { ok, status } = await fetch(`${gatewayUrl}/tournament/${tournamentId}/join`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ gamer: handleOf(0) }),
  });
  if (!ok) throw new Error(`the first join was answered with ${status}`);
}
