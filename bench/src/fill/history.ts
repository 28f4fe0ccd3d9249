import pMap from "p-map";
import type { BenchSystem } from "../system/system.ts";
import { createPayingGame, tournamentMaker } from "./tournaments.ts";
import { fillTournament } from "./entries.ts";
import { fundGamers } from "./gamers.ts";

const TOURNAMENT_ENTRIES = 1_000;
// A gamer plays about this many tournaments.
const TOURNAMENTS_PER_GAMER = 10;
const PARALLEL = 32;

/** Fills a database with so many paid entries of past gamers, in tournaments of a thousand. */
export async function fillHistory(system: BenchSystem, entries: number): Promise<void> {
  const perTournament = Math.min(TOURNAMENT_ENTRIES, entries);
  const tournaments = Math.ceil(entries / perTournament);
  const { gameId } = await createPayingGame(system);
  const groups = Math.max(1, Math.floor(tournaments / TOURNAMENTS_PER_GAMER));
  const gamers = await fundGamers(system.db, gameId, groups * perTournament);
  const makeTournament = tournamentMaker(system);
  const published = await pMap(Array.from({ length: tournaments }), () => makeTournament(gameId), {
    concurrency: PARALLEL,
  });
  // One after the other: two statements that pay out of the same accounts could lock each other.
  for (const [number, tournament] of published.entries()) {
    const first = (number % groups) * perTournament;
    await fillTournament(system.db, tournament, gamers.slice(first, first + perTournament));
  }
}
