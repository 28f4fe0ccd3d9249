import type { Queryable } from "@tms/kit/database/handle";
import { sole } from "@tms/kit/database/rows-of";
import { toEntryState, type EntryRow } from "../db/entries.ts";
import { countBetterAtEnd } from "../db/final-ranking.ts";
import { rankOf } from "./competition-rank.ts";

export type Ranked<T> = T & { rank: number | null };

/** Returns whether scores determine the rank of an entry, after the tournament ended or was canceled. */
const hasRankByScores = (entry: EntryRow): boolean =>
  entry.scored === true &&
  entry.closedAt != null &&
  entry.placement === null &&
  toEntryState(entry) === "in";

export async function withRanks(
  db: Queryable,
  entries: readonly EntryRow[],
): Promise<Ranked<EntryRow>[]> {
  const better = await countBetterAtEnd(db, entries.filter(hasRankByScores));
  return entries.map((entry) => {
    const ahead = better.get(entry.id);
    const rank = rankOf(entry, entry.entries ?? 0, entry.frozenAt != null);
    return { ...entry, rank: ahead === undefined ? rank : ahead + 1 };
  });
}

export const withRank = (db: Queryable, entry: EntryRow): Promise<Ranked<EntryRow>> =>
  sole(withRanks(db, [entry]), "an entry disappeared during ranking");
