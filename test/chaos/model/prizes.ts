/** A pool divided, in minor units: the fee and the prizes are exactly the pool. */
export interface Division {
  platformFee: bigint;
  /** In the order of the ranks given. */
  prizes: bigint[];
}

/**
 * Divides a pool among entries given by rank, best first, the earliest entry of a rank first. Each
 * place has a share; tied entries pool theirs. Roundings go to the best rank, and within a rank to
 * its first entry.
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

  const places = new Map<number, number[]>();
  ranks.forEach((rank, place) => places.set(rank, [...(places.get(rank) ?? []), place]));
  const amounts = [...places.values()].map((tied) => {
    const share = tied.reduce((sum, place) => sum + (shares[place] ?? 0n), 0n);
    return (net * share) / whole;
  });
  const rounded = net - amounts.reduce((sum, amount) => sum + amount, 0n);
  amounts[0] = (amounts[0] ?? 0n) + rounded;

  const prizes = [...places.values()].flatMap((tied, index) => {
    const amount = amounts[index] ?? 0n;
    const count = BigInt(tied.length);
    return tied.map((_, i) => amount / count + (i === 0 ? amount % count : 0n));
  });
  return { platformFee, prizes };
}
