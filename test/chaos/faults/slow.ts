import { edgeFault } from "./edges.ts";

const LONGEST_DELAY_MS = 60;

/** Everything arrives, later. */
export const slow = edgeFault(2, ({ amountMs }) => ({ delayMs: amountMs }), LONGEST_DELAY_MS);
