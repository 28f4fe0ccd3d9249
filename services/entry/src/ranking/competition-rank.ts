/**
 * Whether ranks form a standard competition ranking from 1: each is one more than the number
 * of better ones (1, 2, 2, 4).
 */
export function isCompetitionRanking(ranks: readonly number[]): boolean {
  const sorted = ranks.toSorted((a, b) => a - b);
  return sorted.every((rank, index) => rank === index + 1 || rank === sorted[index - 1]);
}

/** What the rank of an entry follows from. */
export interface Result {
  /** How many were out once it was; null while it is in. */
  exitNumber: number | null;
  /** Where its game placed it, if it was in to the end and the game placed any. */
  placement: number | null;
  disqualified: boolean;
  /**
   * How many of the disqualified were in when it went out, or went out later: its exit number takes
   * them for better. 0 while it is in; absent for an entry just made.
   */
  disqualifiedAhead?: number;
}

/**
 * The rank of an entry, if it has one; the disqualified have none, and nobody counts them. An eliminated
 * entry ranks behind all who are still in and all who went out later, so its rank follows from how many
 * entries there are by now: nothing is written to it when others join. Those in to the end share the
 * first rank unless the game placed them, so nothing needs to be written to each of them either.
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

/** Ranks without gaps in the order of the given ones, as a standard competition ranking. */
export function closeGaps(ranks: readonly number[]): number[] {
  const sorted = ranks.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  sorted.forEach((rank, index) => first.has(rank) || first.set(rank, index + 1));
  return ranks.map((rank) => first.get(rank) ?? rank);
}

/** A rank and how many share it. */
export interface RankGroup {
  rank: number;
  entries: number;
}

/** Gives groups of entries, the best first, their ranks: each is behind all before it. */
export function rankedGroups<T extends { entries: number }>(
  groups: readonly T[],
): (T & { rank: number })[] {
  let better = 0;
  return groups.map((group) => {
    const rank = better + 1;
    better += group.entries;
    return { ...group, rank };
  });
}

/** The best groups, as many as it takes to hold so many places, or all. */
export function groupsHolding<T extends { entries: number }>(
  groups: readonly T[],
  places: number,
): T[] {
  let held = 0;
  return groups.filter(({ entries }) => {
    const isNeeded = held < places;
    held += entries;
    return isNeeded;
  });
}
