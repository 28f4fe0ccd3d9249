import { edgeFault } from "./edges.ts";

/** Nothing gets through either way, and then all of it at once. */
export const stall = edgeFault(3, () => "stalled");
