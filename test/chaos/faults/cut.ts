import { edgeFault } from "./edges.ts";

/** Connections are reset and refused. */
export const cut = edgeFault(3, () => "cut");
