/**
 * Whether ranks form a standard competition ranking from 1: each is one more than the number
 * of better ones (1, 2, 2, 4).
 */
export function isCompetitionRanking(ranks: readonly number[]): boolean {
  const sorted = ranks.toSorted((a, b) => a - b);
  return sorted.every((rank, index) => rank === index + 1 || rank === sorted[index - 1]);
}

/**
 * The rank of an entry, if it has one. Those who are in to the end share the first rank unless
 * the game placed them: nothing needs to be written to each of them for that.
 */
export function rankOf(stored: number | null, frozen: boolean): number | null {
  return stored ?? (frozen ? 1 : null);
}

/** The standard competition ranking of those with these ranks, in their order. */
export function closeGaps(ranks: readonly number[]): number[] {
  const sorted = ranks.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  sorted.forEach((rank, index) => first.has(rank) || first.set(rank, index + 1));
  return ranks.map((rank) => first.get(rank) ?? rank);
}
