import type { Delivery, Endpoint, Event } from "../../api/types.ts";

/** An endpoint that wants an event, and what became of it there. */
export interface Outcome {
  endpoint: Endpoint;
  /** Undefined where the event was not sent yet. */
  delivery: Delivery | undefined;
}

/** What became of an event at each endpoint that wants it, in the order of the endpoints. */
export const outcomesOf = (
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

/** Whether an endpoint wants an event to which it has not come yet. */
function awaits(
  { events, position }: Endpoint,
  { sequence, type }: Pick<Event, "sequence" | "type">,
): boolean {
  // A test is sent to the one endpoint that is tried.
  if (position >= sequence || type === "webhook.test") return false;
  const names = ["*", type, `${type.split(".")[0]}.*`];
  return events.some((wanted) => names.includes(wanted));
}
