import type { Payout } from "../../../../api/types.ts";
import { ordinal } from "../../terms/split.ts";
import { majorOf, type Flow } from "./flow.ts";

/** A station of the money, and a way from one to another. */
export interface Station {
  name: string;
  color: string;
}
export interface Way {
  source: number;
  target: number;
  value: number;
}

const MOST_NAMED = 6;

/** Where a pool's money came from and went to, for a diagram: stations by number, and what flows. */
export function diagramOf(flow: Flow, payouts: readonly Payout[], isWhole: boolean) {
  const stations: Station[] = [
    { name: "Entry fees", color: "gray" },
    { name: "Prize pool", color: "indigo" },
  ];
  const major = (minor: bigint) => majorOf(minor, flow.exponent);
  const ways: Way[] = [{ source: 0, target: 1, value: major(flow.fees) }];
  const add = (name: string, color: string, value: number) => {
    if (value <= 0) return;
    ways.push({ source: 1, target: stations.push({ name, color }) - 1, value });
  };
  const paid = major(flow.payouts);
  const named = isWhole || payouts.length >= MOST_NAMED ? payouts.slice(0, MOST_NAMED) : [];
  let told = 0;
  // Only what the ledger made is shown: one that waits is still in the pool.
  for (const { rank, gamerHandle, amount, paidAt } of named) {
    if (paidAt === null || rank === null) continue;
    told += amount;
    add(`${ordinal(rank)} · ${gamerHandle}`, "teal", amount);
  }
  const DUST = 1e-9;
  if (paid - told > DUST) add(told === 0 ? "Payouts" : "Other payouts", "teal", paid - told);
  add("Refunds", "orange", major(flow.refunds));
  add("Platform fee", "violet", major(flow.platformFee));
  add("Still in the pool", "indigo", major(flow.left));
  return { stations, ways };
}
