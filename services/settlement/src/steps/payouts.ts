import { derivedId } from "@tms/kit/values/ids";
import type { ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { Payout } from "../db/payouts.ts";
import type { Prize } from "../prizes.ts";

/** Entries that follow each other in the order of a ranking, as columns. */
export type RankedEntries = Pick<
  ReadStandingsResponse,
  "entryIds" | "gamerIds" | "handles" | "ranks"
>;

/** A payout that has no position in a plan yet. */
export type Share = Omit<Payout, "position">;

/**
 * What entries win: nothing is paid to one that would get nothing. `rankBefore` is the rank of the entry
 * ahead of them, 0 for none: within a rank the earliest, which stands first, gets what rounding left.
 * Pure.
 */
export function prizesOf(
  entries: RankedEntries,
  prizes: readonly Prize[],
  rankBefore: number,
): Share[] {
  const byRank = new Map(prizes.map((prize) => [prize.rank, prize]));
  return entries.entryIds.flatMap((entryId, index): Share[] => {
    const rank = entries.ranks[index] ?? 0;
    const isEarliest = rank !== (index === 0 ? rankBefore : entries.ranks[index - 1]);
    const prize = byRank.get(rank);
    const amountMinor = prize ? amountOf(prize, isEarliest) : 0n;
    if (amountMinor === 0n) return [];
    const transferId = derivedId("payout", entryId);
    return [{ ...gamerAt(entries, index), entryId, rank, amountMinor, transferId }];
  });
}

const amountOf = (prize: Prize, isEarliest: boolean) =>
  prize.eachMinor + (isEarliest ? prize.remainderMinor : 0n);

/** What entries get back, in minor units each: all alike, and nothing where they paid nothing. Pure. */
export function refundsOf(entries: RankedEntries, amountMinor: bigint): Share[] {
  if (amountMinor === 0n) return [];
  return entries.entryIds.map((entryId, index) => {
    const transferId = derivedId("refund", entryId);
    return { ...gamerAt(entries, index), entryId, rank: null, amountMinor, transferId };
  });
}

const gamerAt = ({ gamerIds, handles }: RankedEntries, index: number) => ({
  gamerId: gamerIds[index] ?? "",
  handle: handles[index] ?? "",
});
