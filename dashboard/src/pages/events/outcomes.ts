import type { Delivery, Endpoint, Event } from "../../api/schema.d.ts";

export interface Outcome {
  endpoint: Endpoint;
  delivery: Delivery | undefined;
}

/** Returns each endpoint that got the event or still waits for it, with its delivery if there is one. */
export const toOutcomes = (
  event: Pick<Event, "sequence" | "type">,
  endpoints: readonly Endpoint[],
  deliveries: readonly Delivery[],
): Outcome[] =>
  endpoints
    .map((endpoint) => ({
      endpoint,
      delivery: deliveries.find((one) => one.endpoint === endpoint.id),
    }))
    .filter(({ endpoint, delivery }) => delivery !== undefined || awaits(endpoint, event));

function awaits(
  { events, position }: Endpoint,
  { sequence, type }: Pick<Event, "sequence" | "type">,
): boolean {
  // A test event is sent to one endpoint only.
  if (position >= sequence || type === "webhook.test") return false;
  const names = ["*", type, `${type.split(".")[0]}.*`];
  return events.some((wanted) => names.includes(wanted));
}
