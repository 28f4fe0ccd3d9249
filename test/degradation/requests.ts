import { get, type Row } from "./row.ts";

/** The request log: without Redis each replica tells what it answered itself. */
export const REQUESTS: readonly Row[] = [
  {
    operation: "listRequests",
    needs: [],
    request: () => get("/request"),
  },
  {
    operation: "getRequest",
    needs: [],
    request: ({ answered }) => get(`/request/${answered.requestId}`),
  },
];
