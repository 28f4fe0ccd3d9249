/**
 * Whether ranks form a standard competition ranking from 1: each is one more than the number
 * of better ones (1, 2, 2, 4).
 */
export function isCompetitionRanking(ranks: readonly number[]): boolean {
  const sorted = ranks.toSorted((a, b) => a - b);
  return sorted.every((rank, index) => rank === index + 1 || rank === sorted[index - 1]);
}
