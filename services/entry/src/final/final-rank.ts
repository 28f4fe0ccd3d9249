import type { Queryable } from "@tms/kit/database/handle";
import type { EntryRow } from "../db/entries.ts";
import { findFinalPlaces } from "../db/scoring/final-places.ts";
import { rankOnBoard } from "../ranking/competition-rank.ts";
import { hasRankByScores, withEliminationRank, type Ranked } from "../ranking/entry-rank.ts";

/**
 * Entries with their ranks, in the order given: live ones, and final ones whether scores decided them
 * or who went out when.
 */
export async function withRanks(
  db: Queryable,
  entries: readonly EntryRow[],
): Promise<Ranked<EntryRow>[]> {
  const places = await findFinalPlaces(db, entries.filter(hasRankByScores));
  const byEntry = new Map(places.map((place) => [place.entryId, place]));
  return entries.map((entry) => {
    const place = byEntry.get(entry.id);
    if (place === undefined) return withEliminationRank(entry);
    const isEliminated = entry.exitNumber !== null;
    return { ...entry, rank: rankOnBoard(place.better, isEliminated, place) };
  });
}

/** An entry with its rank; see {@link withRanks}. */
export async function withRank(db: Queryable, entry: EntryRow): Promise<Ranked<EntryRow>> {
  const [ranked] = await withRanks(db, [entry]);
  if (ranked === undefined) throw new Error("an entry disappeared during ranking");
  return ranked;
}
