import { get, type Row } from "./row.ts";

/** The operations that tell what tournaments pay, or would, and what they cannot do without. */
export const SETTLEMENTS: readonly Row[] = [
  {
    operation: "getSettlement",
    needs: ["postgres", "settlement"],
    request: ({ paths }) => get(`${paths.toJoin}/settlement`),
  },
  {
    operation: "getSettlement",
    when: "with payouts",
    needs: ["postgres", "settlement", "wallet"],
    request: ({ paths }) => get(`${paths.cancelled}/settlement`),
  },
  {
    operation: "previewSettlement",
    needs: ["postgres", "tournament", "entry", "settlement"],
    request: ({ paths }) => get(`${paths.toJoin}/settlement/preview`),
  },
];
