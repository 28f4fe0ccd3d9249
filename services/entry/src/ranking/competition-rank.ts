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
}

/**
 * The rank of an entry, if it has one. An eliminated entry ranks behind all who are still in and all
 * who went out later, so its rank follows from how many entries there are by now: nothing is written
 * to it when others join. Those in to the end share the first rank unless the game placed them, so
 * nothing needs to be written to each of them either.
 */
export function rankOf(
  { exitNumber, placement }: Result,
  entries: number,
  frozen: boolean,
): number | null {
  if (exitNumber !== null) return entries - exitNumber + 1;
  return placement ?? (frozen ? 1 : null);
}

/** Ranks without gaps in the order of the given ones, as a standard competition ranking. */
export function closeGaps(ranks: readonly number[]): number[] {
  const sorted = ranks.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  sorted.forEach((rank, index) => first.has(rank) || first.set(rank, index + 1));
  return ranks.map((rank) => first.get(rank) ?? rank);
}
