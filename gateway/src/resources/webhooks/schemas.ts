import { DISABLED_REASONS, ENDPOINT_STATES } from "@tms/resources/endpoint";
import { Type } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  dateTime,
  id,
  message,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";
import { AttemptSchema, DELIVERY_STATES, DeliverySchema } from "./delivery.ts";

const MOST_SEQUENCE = Number.MAX_SAFE_INTEGER;

export const EndpointSchema = Type.Object(
  {
    id: id("The id of the endpoint."),
    url: Type.String({ description: "The URL that receives the events." }),
    description: Type.String({ description: "Your own description of the endpoint." }),
    events: Type.Array(Type.String(), {
      description:
        "The event types that the endpoint receives: `*` for all, a group such as `entry.*`, or single types.",
    }),
    enabled: Type.Boolean({ description: "Whether the endpoint receives events." }),
    state: Type.Enum([...ENDPOINT_STATES], {
      description:
        "The state of the endpoint. `failing`: the latest attempts failed. After five consecutive failures, the endpoint backs off: the service tries one event at a time, and other events wait. `paused`: a request paused the endpoint. `disabled`: the service disabled the endpoint.",
    }),
    disabledReason: nullable(
      Type.Enum([...DISABLED_REASONS], {
        description:
          "Why the endpoint is not enabled. `gone`: the endpoint responded with 410. `failing`: no attempt succeeded for three days. `by_user`: a request paused it. Null while it is enabled.",
      }),
    ),
    position: Type.Integer({
      description:
        "All events up to this sequence were sent at least once, or are of types that the endpoint does not receive.",
    }),
    lag: Type.Object(
      {
        events: Type.Integer({ description: "The number of events in the log after `position`." }),
        seconds: Type.Integer({
          description: "The age of the oldest event after `position`, in seconds.",
        }),
      },
      { description: "How far the endpoint is behind the log." },
    ),
    lastSuccessAt: nullable(dateTime("When an attempt last succeeded.")),
    lastFailureAt: nullable(dateTime("When an attempt last failed.")),
    createdAt: dateTime("When the endpoint was created. It receives only later events."),
  },
  {
    $id: "Endpoint",
    examples: [EXAMPLES.Endpoint],
    description: "A URL that receives events, without its secret.",
  },
);

const url = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 2_000,
  description: "An https URL with a public address, without credentials or a fragment.",
  examples: [EXAMPLES.Endpoint.url],
});
const events = Type.Array(Type.String({ pattern: PATTERNS.subscription.pattern, maxLength: 60 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description:
    "The event types that the endpoint receives. `*` matches all types, and `entry.*` all types that start with `entry.`. The default for a new endpoint is all types.",
});
const description = Type.String({
  format: "text",
  maxLength: 500,
  description: "Your own description of the endpoint.",
});

export const CreateEndpointBody = closed(
  { url, events: Type.Optional(events), description: Type.Optional(description) },
  { examples: [{ url: EXAMPLES.Endpoint.url, events: EXAMPLES.Endpoint.events }] },
);
export const UpdateEndpointBody = closed(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(description),
    enabled: Type.Optional(
      Type.Boolean({
        description:
          "Send `false` to pause the endpoint, or `true` to continue after the last event that was sent.",
      }),
    ),
  },
  { examples: [{ enabled: true }] },
);
export const RollSecretBody = closed(
  {
    graceSeconds: Type.Optional(
      Type.Enum([0, 3_600, 86_400, 604_800], {
        description:
          "How many more seconds the previous secret also signs: 0, an hour, a day or a week. The default is a day.",
      }),
    ),
  },
  { default: {}, examples: [{ graceSeconds: 3_600 }] },
);
export const ReplayBody = closed(
  {
    afterSequence: Type.Integer({
      minimum: 0,
      maximum: MOST_SEQUENCE,
      description: "Replays only events after this sequence.",
    }),
    throughSequence: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_SEQUENCE,
        description:
          "Replays only events up to this sequence. The default is the `position` of the endpoint.",
      }),
    ),
    onlyFailed: Type.Optional(
      Type.Boolean({
        description: "Whether to replay only events that failed permanently. The default is false.",
      }),
    ),
  },
  { examples: [{ afterSequence: 1_000, throughSequence: 1_042, onlyFailed: true }] },
);

export const endpointParams = closed({ endpointId: id("The id of the endpoint.") });
export const deliveryParams = closed({
  endpointId: id("The id of the endpoint."),
  eventId: id("The id of the event."),
});
export const deliveredParams = closed({ eventId: id("The id of the event.") });
export const ListDeliveriesQuery = closed({
  state: Type.Optional(
    Type.Enum([...DELIVERY_STATES], { description: "Returns only deliveries in this state." }),
  ),
  type: Type.Optional(
    Type.String({
      pattern: PATTERNS.eventType.pattern,
      maxLength: 60,
      description:
        "Returns only deliveries of events of this type. `entry.*` matches all types that start with `entry.`.",
      examples: ["entry.joined"],
    }),
  ),
  ...pageQuery(100, 50),
});

const secret = nullable(
  Type.String({
    description: "The secret that signs the requests. Null in the response to a retry.",
  }),
);
export const NewEndpointReply = Type.Object(
  { message, endpoint: ref(EndpointSchema), secret },
  { description: "The endpoint and its secret." },
);
export const EndpointListReply = Type.Object(
  { endpoints: Type.Array(ref(EndpointSchema), { maxItems: 10, description: "The endpoints." }) },
  { description: "All endpoints of the environment, newest first." },
);
export const EndpointReply = Type.Object(
  {
    endpoint: ref(EndpointSchema),
    lastDay: Type.Object(
      {
        attempts: Type.Integer({ description: "The number of attempts, at most 10,000." }),
        failures: Type.Integer({ description: "The number of failed attempts." }),
      },
      { description: "The attempts of the last 24 hours." },
    ),
  },
  { description: "The endpoint." },
);
export const ChangedEndpointReply = Type.Object(
  { message, endpoint: ref(EndpointSchema) },
  { description: "The endpoint after the change." },
);
export const SecretReply = Type.Object(
  {
    secret: Type.String({ description: "The secret that signs the requests." }),
    previous: nullable(
      Type.String({ description: "The previous secret, during its grace period. Null otherwise." }),
    ),
    previousEndsAt: nullable(
      dateTime(
        "When the grace period of the previous secret ends. Null without a previous secret.",
      ),
    ),
  },
  { description: "The current secret and the previous one." },
);
const attempts = Type.Array(ref(AttemptSchema), {
  maxItems: 100,
  description: "The latest 100 attempts, oldest first.",
});
export const DeliveryListReply = Type.Object(
  {
    deliveries: Type.Array(ref(DeliverySchema), { description: "The deliveries on this page." }),
    nextCursor,
  },
  { description: "A page of deliveries, latest event first." },
);
export const EventDeliveriesReply = Type.Object(
  {
    deliveries: Type.Array(ref(DeliverySchema), {
      maxItems: 10,
      description: "The deliveries of the event.",
    }),
  },
  { description: "All deliveries of the event, newest endpoint first." },
);
export const DeliveryReply = Type.Object(
  { delivery: ref(DeliverySchema), attempts },
  { description: "The delivery with its attempts." },
);
export const RetryReply = Type.Object(
  { message, delivery: ref(DeliverySchema) },
  { description: "The event will be sent again shortly." },
);
export const ReplayReply = Type.Object(
  {
    message,
    events: Type.Integer({ description: "The number of events that will be sent again." }),
  },
  { description: "The events will be sent again, in several batches." },
);
