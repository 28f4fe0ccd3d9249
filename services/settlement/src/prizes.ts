/** Entries that share a rank, best first. */
export interface RankGroup {
  rank: number;
  entries: number;
}

/** The prize of one rank, in minor units. */
export interface Prize extends RankGroup {
  eachMinor: bigint;
  /** Goes, on top, to the earliest entry of the rank. */
  remainderMinor: bigint;
}

/** How a pool is divided, in minor units: platformFee plus all prizes is exactly the pool. */
export interface PrizePlan {
  platformFeeMinor: bigint;
  prizes: Prize[];
}

const BPS = 10_000n;

/**
 * Divides a prize pool. The platform fee, rounded down, comes first. The rest is divided by
 * the shares of the ranks that have entries; tied entries share the sum of the shares they
 * cover. The rounding remainder goes to the best rank, and within a rank to its earliest entry.
 * Pure. `groups` must start at rank 1 and cover as many entries as `split` has shares, or all.
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
