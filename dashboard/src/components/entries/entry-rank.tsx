import type { Entry } from "../../api/types.ts";

/** The rank of an entry, in a row of a table; marked while it may still change. */
export function EntryRank({ rank, provisional }: Pick<Entry, "rank" | "provisional">) {
  if (rank === null) return "–";
  if (!provisional) return rank.toLocaleString();
  return (
    <span title="Provisional: this rank can change if more gamers join, or if gamers still in the tournament finish without a score">
      {rank.toLocaleString()} *
    </span>
  );
}
