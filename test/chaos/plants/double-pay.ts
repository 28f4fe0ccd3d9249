import type { PlannedFault } from "../plan.ts";
import type { Plant } from "./plant.ts";

/** Kills workers between paying and recording it, which makes their successors pay again. */
const ambushes = (spanMs: number): PlannedFault[] =>
  [0.2, 0.6, 1, 1.4].map((part) => ({
    kind: "ambush",
    atMs: Math.round(spanMs * part),
    forMs: 100,
    target: "settlement",
    amountMs: 0,
  }));

/** A payout that is repeated gets an id of its own, so that the ledger cannot recognise it. */
export const doublePay: Plant = {
  name: "double-pay",
  preloads: { settlement: ["plants/double-pay.preload.ts"] },
  faults: ambushes,
};
