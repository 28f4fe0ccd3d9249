import { EDGE_NAMES } from "../network.ts";
import type { EdgeState } from "../proxy.ts";
import type { PlannedFault } from "../plan.ts";
import type { Fault } from "./fault.ts";

/** A fault of one edge. */
export const edgeFault = (
  weight: number,
  stateOf: (fault: PlannedFault) => EdgeState,
  longestDelayMs = 0,
): Fault => ({
  weight,
  draw: (random) => ({
    target: random.pick(EDGE_NAMES),
    ...(longestDelayMs > 0 && { amountMs: random.int(1, longestDelayMs) }),
  }),
  async begin({ network }, fault) {
    const edge = network.edge(fault.target);
    edge.set(stateOf(fault));
    return async () => edge.set("open");
  },
});
