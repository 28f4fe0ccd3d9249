/** A divided pool, in minor units: the fee and the prizes add up to the pool. */
export interface Division {
  platformFee: bigint;
  /** In the order of the given ranks. */
  prizes: bigint[];
}

/**
 * Divides a pool among entries, given by rank, the best first, and within a rank the earliest first.
 * Each place has a share; tied entries add up theirs. Remainders go to the best rank, and within a rank
 * to its first entry.
 */
export function dividePool(
  pool: bigint,
  feeBps: number,
  split: readonly number[],
  ranks: readonly number[],
): Division {
  const shares = (split.length > 0 ? split : [1]).slice(0, ranks.length).map(BigInt);
  const whole = shares.reduce((sum, share) => sum + share, 0n);
  if (whole === 0n) return { platformFee: 0n, prizes: [] };
  const platformFee = (pool * BigInt(feeBps)) / 10_000n;
  const net = pool - platformFee;

  const ties = [...Map.groupBy(ranks.keys(), (place) => ranks[place]).values()];
  const amounts = ties.map((places) => {
    const share = places.reduce((sum, place) => sum + (shares[place] ?? 0n), 0n);
    return (net * share) / whole;
  });
  const remainder = net - amounts.reduce((sum, amount) => sum + amount, 0n);
  amounts[0] = (amounts[0] ?? 0n) + remainder;

  const prizes = ties.flatMap((places, index) => {
    const [amount = 0n, count] = [amounts[index], BigInt(places.length)];
    return places.map((_, i) => amount / count + (i === 0 ? amount % count : 0n));
  });
  return { platformFee, prizes };
}
