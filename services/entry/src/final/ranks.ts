import type { Queryable } from "@tms/kit/database/handle";
import { findFinalPlaces, type FinalPlace } from "../db/scoring/final-places.ts";
import { ELIMINATED } from "./ranking-parts.ts";

/** What the final rank of an entry follows from, besides its place. */
interface Ranked {
  id: string;
  tournamentId: string;
  gamerId: string;
  disqualified: boolean;
  scored?: boolean;
  frozenAt?: Date | null;
  /** How many entries its tournament has; known of one that is out. */
  entries?: number | null;
}

/** Entries with their final ranks, where scores decided these, in the order given. */
export async function withFinalRanks<T extends Ranked>(
  db: Queryable,
  entries: readonly T[],
): Promise<(T & { finalRank?: number | undefined })[]> {
  const decided = entries.filter(
    ({ scored, frozenAt, disqualified }) => scored && frozenAt != null && !disqualified,
  );
  const places = await findFinalPlaces(db, decided, ELIMINATED.from);
  const byEntry = new Map(places.map((place) => [place.entryId, place]));
  return entries.map((entry) => {
    const place = byEntry.get(entry.id);
    return place === undefined ? entry : { ...entry, finalRank: finalRankOf(entry, place) };
  });
}

/** An entry with its final rank; see {@link withFinalRanks}. */
export async function withFinalRank<T extends Ranked>(db: Queryable, entry: T): Promise<T> {
  const [ranked] = await withFinalRanks(db, [entry]);
  return ranked ?? entry;
}

function finalRankOf({ entries }: Pick<Ranked, "entries">, of: FinalPlace): number {
  const { place, better, noScore, placed, ahead, disqualified } = of;
  // Those who are in without a score stand together, behind those ahead of the eliminated or behind all.
  if (place === null) return 1 + (noScore === "in" ? ahead : placed);
  const isBehindUnscored = noScore === "in" && Buffer.compare(place, ELIMINATED.from) >= 0;
  // Nobody is pending any more: whoever has no place is in without a score.
  const unscored = isBehindUnscored ? (entries ?? placed) - disqualified - placed : 0;
  return 1 + better + unscored;
}
