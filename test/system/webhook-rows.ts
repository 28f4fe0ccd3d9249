import type { Api } from "../harness/api.ts";
import type { Owned } from "./owned.ts";

/** How one operation can name something of another game; `names` are true ones or random ones. */
export type Row = (names: Owned, api: Api) => { path: string; body?: object };

const endpoint =
  (suffix: string, body?: object): Row =>
  ({ endpointId }) => ({ path: `/webhook/${endpointId}${suffix}`, ...(body && { body }) });

/** Operations that can be told the name of an endpoint, and how another game's is answered. */
export const WEBHOOK_ROWS: Readonly<Record<string, { row: Row; answer: [number, string] }>> = {
  getWebhook: { row: endpoint(""), answer: [404, "endpoint_not_found"] },
  updateWebhook: {
    row: endpoint("/update", { description: "mine" }),
    answer: [404, "endpoint_not_found"],
  },
  removeWebhook: { row: endpoint("/remove"), answer: [404, "endpoint_not_found"] },
  testWebhook: { row: endpoint("/test", {}), answer: [404, "endpoint_not_found"] },
  replayWebhook: {
    row: endpoint("/replay", { afterSequence: 1 }),
    answer: [404, "endpoint_not_found"],
  },
  listDeliveries: { row: endpoint("/deliveries"), answer: [404, "endpoint_not_found"] },
  getDelivery: {
    row: ({ endpointId, deliveredId }) => ({
      path: `/webhook/${endpointId}/deliveries/${deliveredId}`,
    }),
    answer: [404, "endpoint_not_found"],
  },
  listEventDeliveries: {
    row: ({ deliveredId }) => ({ path: `/event/${deliveredId}/deliveries` }),
    answer: [404, "event_not_found"],
  },
  retryDelivery: {
    row: ({ endpointId, deliveredId }) => ({
      path: `/webhook/${endpointId}/deliveries/${deliveredId}/retry`,
      body: {},
    }),
    answer: [404, "endpoint_not_found"],
  },
};
