import { wordsOf } from "@tms/kit/values/words";
import { DisabledReason, EndpointState, type Endpoint } from "@tms/proto/tms/event/v1/endpoint";
import { isoOf, isoOrNull } from "./values/times.ts";

/** Why nothing is sent to an endpoint. */
export const DISABLED_REASONS = ["gone", "failing", "by_user"] as const;
/** Whether events are sent to an endpoint. */
export const ENDPOINT_STATES = ["active", "failing", "paused", "disabled"] as const;

const STATES = wordsOf(EndpointState);
const REASONS = wordsOf(DisabledReason);

/** An endpoint as integrators see it. */
export function endpointJson(endpoint: Endpoint | undefined) {
  if (endpoint === undefined) throw new Error("the events service returned no endpoint");
  const state = STATES.word(endpoint.state);
  if (state === undefined)
    throw new Error("the events service returned an endpoint without a state");
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    enabled: endpoint.enabled,
    state,
    disabledReason: REASONS.word(endpoint.disabledReason) ?? null,
    position: Number(endpoint.position),
    lag: { events: Number(endpoint.lagEvents), seconds: Number(endpoint.lagSeconds) },
    lastSuccessAt: isoOrNull(endpoint.lastSuccessTime),
    lastFailureAt: isoOrNull(endpoint.lastFailureTime),
    createdAt: isoOf(endpoint.createTime),
  };
}
