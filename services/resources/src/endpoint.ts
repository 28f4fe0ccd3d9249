import {
  DisabledReason,
  EndpointState,
  type Endpoint as Message,
} from "@tms/proto/tms/event/v1/endpoint";
import { Type } from "typebox";
import {
  flag,
  id,
  integer,
  member,
  moment,
  momentOrNull,
  nullable,
  resource,
  text,
  texts,
  words,
} from "./resource.ts";

const STATES = words(EndpointState, ["active", "failing", "paused", "disabled"]);

/** The reasons why an endpoint receives no events. */
export const DISABLED_REASONS = words(DisabledReason, ["gone", "failing", "by_user"]);

export const Endpoint = resource<Message>()(
  "Endpoint",
  "A URL that receives events, without its secret.",
  {
    id: "0197d9a5-3e4f-7a5b-8c6d-7e8f90a1b2c3",
    url: "https://example.com/hooks/tms",
    description: "Pays out in our own shop",
    events: ["entry.*", "tournament.completed"],
    enabled: true,
    state: "active",
    disabledReason: null,
    position: 1042,
    lag: { events: 0, seconds: 0 },
    lastSuccessAt: "2030-05-01T17:42:10.410Z",
    lastFailureAt: null,
    createdAt: "2030-04-28T09:30:00.000Z",
  },
  {
    id: id("The id of the endpoint.", (endpoint) => endpoint.id),
    url: text("The URL that receives the events.", (endpoint) => endpoint.url),
    description: text("Your own description of the endpoint.", (endpoint) => endpoint.description),
    events: texts(
      "The event types that the endpoint receives: `*` for all, a group such as `entry.*`, or single types.",
      (endpoint) => endpoint.events,
    ),
    enabled: flag("Whether the endpoint receives events.", (endpoint) => endpoint.enabled),
    state: STATES.member(
      "The state of the endpoint. `failing`: the latest attempts failed. After five consecutive failures, the endpoint backs off: the service tries one event at a time, and other events wait. `paused`: a request paused the endpoint. `disabled`: the service disabled the endpoint.",
      (endpoint) => endpoint.state,
    ),
    disabledReason: member(
      nullable(
        DISABLED_REASONS.schema(
          "Why the endpoint is not enabled. `gone`: the endpoint responded with 410. `failing`: no attempt succeeded for three days. `by_user`: a request paused it. Null while it is enabled.",
        ),
      ),
      (endpoint) => DISABLED_REASONS.find(endpoint.disabledReason) ?? null,
    ),
    position: integer(
      "All events up to this sequence were sent at least once, or are of types that the endpoint does not receive.",
      (endpoint) => endpoint.position,
    ),
    lag: member(
      Type.Object(
        {
          events: Type.Integer({
            description: "The number of events in the log after `position`.",
          }),
          seconds: Type.Integer({
            description: "The age of the oldest event after `position`, in seconds.",
          }),
        },
        { description: "How far the endpoint is behind the log." },
      ),
      ({ lagEvents, lagSeconds }) => ({ events: Number(lagEvents), seconds: Number(lagSeconds) }),
    ),
    lastSuccessAt: momentOrNull(
      "When an attempt last succeeded.",
      (endpoint) => endpoint.lastSuccessTime,
    ),
    lastFailureAt: momentOrNull(
      "When an attempt last failed.",
      (endpoint) => endpoint.lastFailureTime,
    ),
    createdAt: moment(
      "When the endpoint was created. It receives only later events.",
      (endpoint) => endpoint.createTime,
    ),
  },
);
