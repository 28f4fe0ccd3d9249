import type { Queryable } from "@tms/kit/database/handle";
import type { EntryRow } from "../db/entries.ts";
import { findFinalPlaces } from "../db/final-standings.ts";
import { rankOnBoard } from "../scoring/places.ts";
import { rankOf } from "./competition-rank.ts";

/** An entry and its rank, null while it has none; whoever shows an entry needs it decided. */
export type Ranked<T> = T & { rank: number | null };

/** Whether scores decided the rank of an entry, at the end of its tournament or at its cancellation. */
export const hasRankByScores = ({ scored, closedAt, disqualified }: EntryRow): boolean =>
  scored === true && closedAt != null && !disqualified;

/** An entry with the rank that follows from who went out when; throws for one whose rank scores decided. */
export function withEliminationRank(entry: EntryRow): Ranked<EntryRow> {
  if (hasRankByScores(entry)) throw new Error("scores decided the rank of this entry");
  return { ...entry, rank: rankOf(entry, entry.entries ?? 0, entry.frozenAt != null) };
}

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
