import type { Queryable } from "@tms/kit/database/handle";
import { sole } from "@tms/kit/database/rows-of";
import { toEntryState, type EntryRow } from "../db/entries.ts";
import { countBetterAtEnd } from "../db/final-ranking.ts";
import { rankOf } from "./competition-rank.ts";

export type Ranked<T> = T & { rank: number | null };

export async function withRanks(db: Queryable, entries: readonly EntryRow[]) {
  // After the tournament ended or was cancelled, scores determine the ranks of entries that are in.
  const scored = entries.filter(
    (entry) =>
      entry.scored && entry.closedAt && entry.placement === null && toEntryState(entry) === "in",
  );
  const better = await countBetterAtEnd(db, scored);
  return entries.map((entry) => {
    const ahead = better.get(entry.id);
    const rank = rankOf(entry, entry.entries ?? 0, entry.frozenAt != null);
    return { ...entry, rank: ahead === undefined ? rank : ahead + 1 };
  });
}

export const withRank = (db: Queryable, entry: EntryRow): Promise<Ranked<EntryRow>> =>
  sole(withRanks(db, [entry]), "an entry disappeared during ranking");
