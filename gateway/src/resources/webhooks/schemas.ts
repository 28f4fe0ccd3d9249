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
    id: id("Record identifier."),
    url: Type.String({ description: "Where events are sent." }),
    description: Type.String(),
    events: Type.Array(Type.String(), {
      description: "Which types of events: `*`, all of a kind such as `entry.*`, or single ones.",
    }),
    enabled: Type.Boolean({ description: "Whether events are sent." }),
    state: Type.Enum([...ENDPOINT_STATES], {
      description:
        "`failing`: the newest attempts failed; after five in a row most events wait. `paused`: by somebody. `disabled`: by the product.",
    }),
    disabledReason: nullable(
      Type.Enum([...DISABLED_REASONS], {
        description:
          "`gone`: it answered 410. `failing`: nothing succeeded for three days. `by_user`: somebody paused it. Null while enabled.",
      }),
    ),
    position: Type.Integer({
      description:
        "Up to this sequence every event was sent at least once, or does not concern it.",
    }),
    lag: Type.Object(
      {
        events: Type.Integer({ description: "How many events stand in the log after that." }),
        seconds: Type.Integer({ description: "For how long the oldest of them has." }),
      },
      { description: "How far it is behind." },
    ),
    lastSuccessAt: nullable(dateTime("When an attempt last succeeded.")),
    lastFailureAt: nullable(dateTime("When an attempt last failed.")),
    createdAt: dateTime("When it was created; it gets the events after that."),
  },
  {
    $id: "Endpoint",
    examples: [EXAMPLES.Endpoint],
    description: "An address to which events are sent, without its secret.",
  },
);

const url = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 2_000,
  description: "An https URL with a public address, without credentials and fragment.",
  examples: [EXAMPLES.Endpoint.url],
});
const events = Type.Array(Type.String({ pattern: PATTERNS.subscription.pattern, maxLength: 60 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Which types of events: `*` means all, `entry.*` all of a kind.",
});
const description = Type.String({ format: "text", maxLength: 500 });

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
          "`false` pauses it; `true` lets it go on after the last event that it was sent.",
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
          "How much longer the present secret signs, too: not at all, an hour, a day or a week; a day when absent.",
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
      description: "Only events after this sequence.",
    }),
    throughSequence: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_SEQUENCE,
        description: "Up to this one; as far as the endpoint has come when absent.",
      }),
    ),
    onlyFailed: Type.Optional(
      Type.Boolean({ description: "Only those that failed for good; all when absent." }),
    ),
  },
  { examples: [{ afterSequence: 1_000, throughSequence: 1_042, onlyFailed: true }] },
);

export const endpointParams = closed({ endpointId: id("Which endpoint.") });
export const deliveryParams = closed({
  endpointId: id("Which endpoint."),
  eventId: id("Which event."),
});
export const deliveredParams = closed({ eventId: id("Which event.") });
export const ListDeliveriesQuery = closed({
  state: Type.Optional(Type.Enum([...DELIVERY_STATES], { description: "Only those." })),
  type: Type.Optional(
    Type.String({
      pattern: PATTERNS.eventType.pattern,
      maxLength: 60,
      description: "Only events of this type; `entry.*` stands for all of a kind.",
      examples: ["entry.joined"],
    }),
  ),
  ...pageQuery(100, 50),
});

const secret = nullable(
  Type.String({
    description: "What deliveries are signed with. Shown once: null in the answer to a repeat.",
  }),
);
export const NewEndpointReply = Type.Object(
  { message, endpoint: ref(EndpointSchema), secret },
  { description: "The endpoint, and its secret." },
);
export const EndpointListReply = Type.Object(
  { endpoints: Type.Array(ref(EndpointSchema), { maxItems: 10 }) },
  { description: "All endpoints, newest first." },
);
export const EndpointReply = Type.Object(
  {
    endpoint: ref(EndpointSchema),
    lastDay: Type.Object(
      {
        attempts: Type.Integer({ description: "How many requests it got, at most 10,000." }),
        failures: Type.Integer({ description: "How many of these failed." }),
      },
      { description: "The last 24 hours." },
    ),
  },
  { description: "The endpoint." },
);
export const ChangedEndpointReply = Type.Object(
  { message, endpoint: ref(EndpointSchema) },
  { description: "Done." },
);
export const SecretReply = Type.Object(
  {
    secret: Type.String({ description: "What deliveries are signed with." }),
    previous: nullable(
      Type.String({ description: "The secret before, while it signs, too; else null." }),
    ),
    previousEndsAt: nullable(dateTime("Until when it does.")),
  },
  { description: "The secrets. That they were shown is told as an event." },
);
const attempts = Type.Array(ref(AttemptSchema), {
  maxItems: 100,
  description: "The newest hundred, oldest first.",
});
export const DeliveryListReply = Type.Object(
  { deliveries: Type.Array(ref(DeliverySchema)), nextCursor },
  { description: "A page of deliveries, those of later events first." },
);
export const EventDeliveriesReply = Type.Object(
  { deliveries: Type.Array(ref(DeliverySchema), { maxItems: 10 }) },
  { description: "All of them, those of the newest endpoints first." },
);
export const DeliveryReply = Type.Object(
  { delivery: ref(DeliverySchema), attempts },
  { description: "The delivery, with its attempts." },
);
export const RetryReply = Type.Object(
  { message, delivery: ref(DeliverySchema) },
  { description: "It will be sent again within moments." },
);
export const ReplayReply = Type.Object(
  { message, events: Type.Integer({ description: "How many will be sent again." }) },
  { description: "They will be sent again, piece by piece." },
);
