import { derivedId } from "@tms/kit/values/ids";
import type { ClosedRegistration, ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { TournamentTerms } from "@tms/proto/tms/tournament/v1/tournament";

type EntryCounts = Pick<ClosedRegistration, "entries" | "payable">;

/** Returns whether a tournament has enough entries by its terms. Otherwise all fees are refunded. */
export const hasEnough = (
  { entries }: EntryCounts,
  terms: Pick<TournamentTerms, "minEntries"> | undefined,
): boolean => entries >= (terms?.minEntries ?? 0);

/** Returns whether an entry can be paid; true without entries. If false, only final ranks allow payouts. */
export const canPayOut = ({ entries, payable }: EntryCounts): boolean =>
  entries === 0 || payable !== 0;

interface RankGroup {
  rank: number;
  entries: number;
}

/** The prize of a rank, in minor units. */
export interface Prize extends RankGroup {
  eachMinor: bigint;
  /** The remainder of the division, for the earliest entry of the rank. */
  remainderMinor: bigint;
}

/** A divided pool. Without prizes, the fee is 0. Otherwise the fee and all prizes add up to the pool. */
export interface PrizePlan {
  platformFeeMinor: bigint;
  prizes: Prize[];
}

const BPS = 10_000n;

/**
 * Divides a prize pool. Deducts the platform fee, rounded down. Divides the rest by the shares of the ranks
 * that have entries. An empty `split` gives the whole rest to rank 1. Tied entries divide the sum of their
 * shares equally. The remainder of the pool goes to rank 1, and the remainder of a rank to its earliest
 * entry. `groups` starts at rank 1 and must cover as many entries as `split` has shares, or all entries.
 */
export function planPrizes(pool: {
  poolMinor: bigint;
  platformFeeBps: number;
  split: readonly number[];
  groups: readonly RankGroup[];
}): PrizePlan {
  const shares = pool.split.length === 0 ? [1] : pool.split;
  const weighted = weigh(shares, pool.groups);
  const totalWeight = weighted.reduce((sum, group) => sum + group.weight, 0n);
  if (totalWeight === 0n) return { platformFeeMinor: 0n, prizes: [] };

  const platformFeeMinor = (pool.poolMinor * BigInt(pool.platformFeeBps)) / BPS;
  const netMinor = pool.poolMinor - platformFeeMinor;
  const amounts = weighted.map((group) => (netMinor * group.weight) / totalWeight);
  const leftMinor = netMinor - amounts.reduce((sum, amount) => sum + amount, 0n);
  const prizes = weighted.map(({ rank, entries }, index) => {
    const amount = (amounts[index] ?? 0n) + (index === 0 ? leftMinor : 0n);
    const count = BigInt(entries);
    return { rank, entries, eachMinor: amount / count, remainderMinor: amount % count };
  });
  return { platformFeeMinor, prizes };
}

function weigh(shares: readonly number[], groups: readonly RankGroup[]) {
  const weighted: (RankGroup & { weight: bigint })[] = [];
  let covered = 0;
  for (const group of groups) {
    if (covered >= shares.length) break;
    const own = shares.slice(covered, covered + group.entries);
    weighted.push({ ...group, weight: own.reduce((sum, share) => sum + BigInt(share), 0n) });
    covered += group.entries;
  }
  return weighted;
}

export type RankedEntries = Pick<
  ReadStandingsResponse,
  "entryIds" | "gamerIds" | "handles" | "ranks"
>;

/** A payout before it has a position in a plan. */
export interface PlannedPayout {
  entryId: string;
  gamerId: string;
  handle: string;
  rank: number | null;
  amountMinor: bigint;
  transferId: string;
}

/** Returns the payouts of entries that win. `rankBefore` is the rank of the entry before `entries`, or 0. */
export function toPrizes(entries: RankedEntries, prizes: readonly Prize[], rankBefore: number) {
  const byRank = new Map(prizes.map((prize) => [prize.rank, prize]));
  return entries.entryIds.flatMap((entryId, index): PlannedPayout[] => {
    const rank = entries.ranks[index] ?? 0;
    const isEarliest = rank !== (index === 0 ? rankBefore : entries.ranks[index - 1]);
    const prize = byRank.get(rank);
    const amountMinor = prize ? prize.eachMinor + (isEarliest ? prize.remainderMinor : 0n) : 0n;
    if (amountMinor === 0n) return [];
    const transferId = derivedId("payout", entryId);
    return [{ ...gamerAt(entries, index), entryId, rank, amountMinor, transferId }];
  });
}

export function toRefunds(entries: RankedEntries, amountMinor: bigint): PlannedPayout[] {
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
