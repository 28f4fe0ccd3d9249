import type { Outcome } from "../db/entries.ts";

/** Returns whether ranks are a standard competition ranking from 1, such as 1, 2, 2, 4. */
export const isCompetitionRanking = (ranks: readonly number[]): boolean =>
  closeGaps(ranks).every((rank, index) => rank === ranks[index]);

export interface Result extends Outcome {
  /** See disqualifiedAhead in db/entries.ts; absent for a new entry. */
  disqualifiedAhead?: number;
}

/**
 * Returns the rank of an entry, if any. The rank of an eliminated entry is computed from `entries` (see
 * rankableEntries), so that a join updates no other entry. In a frozen ranking, entries that are in without a
 * placement share rank 1.
 */
export function rankOf(
  { exitNumber, placement, disqualified, disqualifiedAhead = 0 }: Result,
  entries: number,
  frozen: boolean,
): number | null {
  if (disqualified) return null;
  if (exitNumber !== null) return entries - disqualifiedAhead - exitNumber + 1;
  return placement ?? (frozen ? 1 : null);
}

/** Converts ranks to a standard competition ranking. The order and the ties of the ranks do not change. */
export function closeGaps(ranks: readonly number[]): number[] {
  const sorted = ranks.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  sorted.forEach((rank, index) => first.has(rank) || first.set(rank, index + 1));
  return ranks.map((rank) => first.get(rank) ?? rank);
}

export interface RankGroup {
  rank: number;
  entries: number;
}

export function toRankGroups<T extends { entries: number }>(groups: readonly T[]) {
  let better = 0;
  return groups.map((group) => {
    const rank = better + 1;
    better += group.entries;
    return { ...group, rank };
  });
}

/** Returns the fewest best groups that together have at least `places` entries, or all groups. */
export function takeGroups<T extends { entries: number }>(groups: readonly T[], places: number) {
  let held = 0;
  return groups.filter(({ entries }) => {
    const isNeeded = held < places;
    held += entries;
    return isNeeded;
  });
}
