import type { EntryRow } from "../db/entries.ts";
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
