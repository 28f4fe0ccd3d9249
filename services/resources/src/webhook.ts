import {
  DeliveryState,
  type Attempt as AttemptMessage,
  type Delivery as DeliveryMessage,
} from "@tms/proto/tms/event/v1/delivery";
import {
  DisabledReason,
  EndpointState,
  type Endpoint as EndpointMessage,
} from "@tms/proto/tms/event/v1/endpoint";
import { Type } from "typebox";
import * as field from "./field.ts";
import { optional, text } from "./input.ts";
import { PATTERNS } from "./patterns.ts";
import { idSchema, nullable, resource } from "./resource.ts";

const ENDPOINT_STATES = field.words(EndpointState);

export const DISABLED_REASONS = field.words(DisabledReason);

export const Endpoint = resource<EndpointMessage>()(
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
    id: field.id("The id of the endpoint."),
    url: field.text("The URL that receives the events."),
    description: field.text("Your own description of the endpoint."),
    events: field.texts(
      "The event types that the endpoint receives: `*` for all, a group such as `entry.*`, or single types.",
    ),
    enabled: field.flag("Whether the endpoint receives events."),
    state: ENDPOINT_STATES.field(
      "The state of the endpoint. `failing`: the latest attempts failed. After five consecutive failures, the endpoint backs off: the service tries one event at a time, and other events wait. `paused`: a request paused the endpoint. `disabled`: the service disabled the endpoint.",
    ),
    disabledReason: field.of(
      nullable(
        DISABLED_REASONS.schema(
          "Why the endpoint is not enabled. `gone`: the endpoint responded with 410. `failing`: no attempt succeeded for three days. `by_user`: a request paused it. Null while it is enabled.",
        ),
      ),
      (endpoint) => DISABLED_REASONS.find(endpoint.disabledReason) ?? null,
    ),
    position: field.integer(
      "All events up to this sequence were sent at least once, or are of types that the endpoint does not receive.",
    ),
    lag: field.of(
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
    lastSuccessAt: field.momentOrNull("When an attempt last succeeded.", "lastSuccessTime"),
    lastFailureAt: field.momentOrNull("When an attempt last failed.", "lastFailureTime"),
    createdAt: field.moment(
      "When the endpoint was created. It receives only later events.",
      "createTime",
    ),
  },
);

const url = text("An https URL with a public address, without credentials or a fragment.", 2_000, {
  examples: [Endpoint.example.url],
});
const settings = optional({
  events: Type.Array(Type.String({ pattern: PATTERNS.subscription.pattern, maxLength: 60 }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description:
      "The event types that the endpoint receives. `*` matches all types, and `entry.*` all types that start with `entry.`. The default for a new endpoint is all types.",
  }),
  description: Type.String({
    format: "text",
    maxLength: 500,
    description: "Your own description of the endpoint.",
  }),
});

export const NewEndpoint = { url, ...settings };

export const EndpointChanges = {
  ...settings,
  ...optional({
    url,
    enabled: Type.Boolean({
      description:
        "Send `false` to pause the endpoint, or `true` to continue after the last event that was sent.",
    }),
  }),
};

export const DELIVERY_STATES = field.words(DeliveryState);
/** The reasons why an attempt failed, if the HTTP status does not show the reason. */
const ATTEMPT_ERRORS = [
  "timeout",
  "refused",
  "tls",
  "dns",
  "address_blocked",
  "too_large",
  "redirect",
] as const;

export const Delivery = resource<DeliveryMessage>()(
  "Delivery",
  "The delivery of an event to an endpoint.",
  {
    event: { id: "0197d9b1-22b4-7a61-9c07-5d4e3f2a1b0c", type: "entry.joined", sequence: 1042 },
    endpoint: Endpoint.example.id,
    state: "retrying",
    attempts: 1,
    lastAttemptAt: "2030-05-01T17:42:10.210Z",
    nextAttemptAt: "2030-05-01T17:42:15.410Z",
    createdAt: "2030-05-01T17:42:10.410Z",
  },
  {
    event: field.of(
      Type.Object(
        {
          id: idSchema("The id of the event. Every attempt sends it as `webhook-id`."),
          type: Type.String({ description: "The type of the event, such as `entry.joined`." }),
          sequence: Type.Integer({ description: "The position of the event in the log." }),
        },
        { description: "The event. Retrieve it to get its data." },
      ),
      ({ eventId, eventType, sequence }) => ({
        id: eventId,
        type: eventType,
        sequence: Number(sequence),
      }),
    ),
    endpoint: field.id("The id of the endpoint.", "endpointId"),
    state: DELIVERY_STATES.field(
      "The state of the delivery. `retrying`: another attempt will follow. `failed`: the last attempt failed. `skipped`: the event was deleted because of its age before it could be sent.",
    ),
    attempts: field.integer("The number of attempts."),
    lastAttemptAt: field.momentOrNull(
      "When the latest attempt began, in real time. Null before the first attempt.",
      "lastAttemptTime",
    ),
    nextAttemptAt: field.momentOrNull(
      "The earliest time of the next attempt. Null if no attempt will follow.",
      "nextAttemptTime",
    ),
    createdAt: field.moment("When the delivery was first attempted or requested.", "createTime"),
  },
);

export const Attempt = resource<AttemptMessage>()(
  "Attempt",
  "A request to an endpoint, and its response.",
  {
    number: 1,
    at: "2030-05-01T17:42:10.210Z",
    durationMs: 200,
    status: 503,
    error: null,
    answer: "try again later",
    replay: false,
  },
  {
    number: field.integer("The number of the attempt, starting at 1."),
    at: field.moment("When the attempt began, in real time.", "time"),
    durationMs: field.integer("The duration of the attempt, in milliseconds."),
    status: field.integerOrNull("The HTTP status of the response. Null if there was no response."),
    error: field.of(
      nullable(
        Type.Enum([...ATTEMPT_ERRORS], {
          description: "Why the attempt failed, if its status does not give the reason.",
        }),
      ),
      (attempt) => ATTEMPT_ERRORS.find((word) => word === attempt.error) ?? null,
    ),
    answer: field.text("The first KiB of the response body."),
    replay: field.flag("Whether a retry or replay request caused this attempt."),
  },
);
