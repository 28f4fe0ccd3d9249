import type { Build } from "../system/system.ts";
import { createPayingGame, cupMaker } from "./tournaments.ts";
import { fillCup } from "./entries.ts";
import { fundGamers } from "./gamers.ts";
import { mapInParallel } from "./in-parallel.ts";

const CUP_ENTRIES = 1_000;
// A gamer plays about this many cups.
const CUPS_PER_GAMER = 10;
const PARALLEL = 32;

/** Fills a database with so many paid entries of past gamers, in cups of a thousand. */
export async function fillHistory(build: Build, entries: number): Promise<void> {
  const perCup = Math.min(CUP_ENTRIES, entries);
  const cups = Math.ceil(entries / perCup);
  const { gameId } = await createPayingGame(build);
  const groups = Math.max(1, Math.floor(cups / CUPS_PER_GAMER));
  const gamers = await fundGamers(build.db, gameId, groups * perCup);
  const makeCup = cupMaker(build);
  const published = await mapInParallel(Array.from({ length: cups }), PARALLEL, () =>
    makeCup(gameId),
  );
  // One after the other: two statements that pay out of the same accounts could lock each other.
  for (const [number, cup] of published.entries()) {
    const first = (number % groups) * perCup;
    await fillCup(build.db, cup, gamers.slice(first, first + perCup));
  }
}
