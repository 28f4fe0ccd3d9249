import type { Queryable } from "@tms/kit/database/handle";
import type { EntryRow } from "../db/entries.ts";
import { findFinalPlaces } from "../db/final-standings.ts";
import { rankOnBoard } from "../scoring/places.ts";
import { rankOf } from "./competition-rank.ts";

/** An entry and its rank; null if it has none. */
export type Ranked<T> = T & { rank: number | null };

/** Returns whether scores decided the rank, at the end of the tournament or when it was canceled. */
const hasRankByScores = ({ scored, closedAt, disqualified }: EntryRow): boolean =>
  scored === true && closedAt != null && !disqualified;

/** Adds the rank that follows from the eliminations. Throws if scores decided the rank. */
export function withEliminationRank(entry: EntryRow): Ranked<EntryRow> {
  if (hasRankByScores(entry)) throw new Error("scores decided the rank of this entry");
  return { ...entry, rank: rankOf(entry, entry.entries ?? 0, entry.frozenAt != null) };
}

/** Adds ranks to entries, whether scores or eliminations decide them. */
export async function withRanks(
  db: Queryable,
  entries: readonly EntryRow[],
): Promise<Ranked<EntryRow>[]> {
  const places = await findFinalPlaces(db, entries.filter(hasRankByScores));
  const byEntry = new Map(places.map((place) => [place.entryId, place]));
  return entries.map((entry) => {
    const place = byEntry.get(entry.id);
    if (place === undefined) return withEliminationRank(entry);
    return { ...entry, rank: rankOnBoard(place.better, entry.exitNumber !== null, place) };
  });
}

export async function withRank(db: Queryable, entry: EntryRow): Promise<Ranked<EntryRow>> {
  const [ranked] = await withRanks(db, [entry]);
  if (ranked === undefined) throw new Error("an entry disappeared during ranking");
  return ranked;
}
