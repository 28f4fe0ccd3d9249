import type { Payout } from "../../../../api/types.ts";
import { toMinor } from "../../../../components/values/amount.ts";
import { ordinal } from "../../terms/split.ts";
import type { Flow } from "./flow.ts";

/** A station of the money, and a way from one to another. */
export interface Station {
  name: string;
  color: string;
  /** The sum of all that comes in, in minor units. */
  minor: bigint;
}
export interface Way {
  source: number;
  target: number;
  /** The width of the way. Amounts are written by the station. */
  value: number;
}

const MOST_NAMED = 6;

/** Returns a diagram of the money in a pool: stations by number, and the ways between them. */
export function diagramOf(
  flow: Flow,
  payouts: readonly Payout[],
  isWhole: boolean,
  decimals: number,
) {
  const stations: Station[] = [
    { name: "Entry fees", color: "gray", minor: flow.fees },
    { name: "Prize pool", color: "indigo", minor: flow.fees },
  ];
  const ways: Way[] = [{ source: 0, target: 1, value: Number(flow.fees) }];
  const add = (name: string, color: string, minor: bigint) => {
    if (minor <= 0n) return;
    const target = stations.push({ name, color, minor }) - 1;
    ways.push({ source: 1, target, value: Number(minor) });
  };
  const named = isWhole || payouts.length >= MOST_NAMED ? payouts.slice(0, MOST_NAMED) : [];
  let told = 0n;
  // Only what the ledger made is shown: one that waits is still in the pool.
  for (const { rank, gamerHandle, amount, paidAt } of named) {
    if (paidAt === null || rank === null) continue;
    const minor = toMinor(amount, decimals);
    told += minor;
    add(`${ordinal(rank)} · ${gamerHandle}`, "teal", minor);
  }
  add(told === 0n ? "Payouts" : "Other payouts", "teal", flow.payouts - told);
  add("Refunds", "orange", flow.refunds);
  add("Platform fee", "violet", flow.platformFee);
  add("Still in the pool", "indigo", flow.left);
  return { stations, ways };
}
