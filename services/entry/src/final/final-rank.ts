import type { Queryable } from "@tms/kit/database/handle";
import type { EntryRow } from "../db/entries.ts";
import { findFinalPlaces, type FinalPlace } from "../db/scoring/final-places.ts";
import { hasRankByScores, withEliminationRank, type Ranked } from "../ranking/entry-rank.ts";
import { ELIMINATED } from "./ranking-parts.ts";

/**
 * Entries with their ranks, in the order given: live ones, and final ones whether scores decided them
 * or who went out when.
 */
export async function withRanks(
  db: Queryable,
  entries: readonly EntryRow[],
): Promise<Ranked<EntryRow>[]> {
  const places = await findFinalPlaces(db, entries.filter(hasRankByScores), ELIMINATED.from);
  const byEntry = new Map(places.map((place) => [place.entryId, place]));
  return entries.map((entry) => {
    const place = byEntry.get(entry.id);
    if (place === undefined) return withEliminationRank(entry);
    return { ...entry, rank: finalRankOf(place, entry.entries) };
  });
}

/** An entry with its rank; see {@link withRanks}. */
export async function withRank(db: Queryable, entry: EntryRow): Promise<Ranked<EntryRow>> {
  const [ranked] = await withRanks(db, [entry]);
  if (ranked === undefined) throw new Error("an entry was lost while it was ranked");
  return ranked;
}

/** The final rank that scores give a place; `entries` is known of an entry that is out. */
function finalRankOf(of: FinalPlace, entries: number | null | undefined): number {
  const { place, better, noScore, listed, beforeEliminated, disqualified } = of;
  // Those who are in without a score stand together, behind those ahead of the eliminated or behind all.
  if (place === null) return 1 + (noScore === "in" ? beforeEliminated : listed);
  const isBehindUnscored = noScore === "in" && Buffer.compare(place, ELIMINATED.from) >= 0;
  // Nobody is pending any more: whoever has no place is in without a score.
  const unscored = isBehindUnscored ? (entries ?? listed) - disqualified - listed : 0;
  return 1 + better + unscored;
}
