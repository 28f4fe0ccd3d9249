import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { actor } from "../../openapi/schemas/actor.ts";
import { closed, dateTime, id, nullable, ref } from "../../openapi/schemas/fields.ts";
import { EVENT_TYPES, eventType, type EventTypeName } from "./types.ts";

const MOST_SEQUENCE = Number.MAX_SAFE_INTEGER;

const envelope = {
  id: id(
    "The id of the event. It never changes, so use it to detect events that you have already processed.",
  ),
  sequence: Type.Integer({
    description:
      "The position of the event in the environment's log: 1, 2, 3 and so on, without gaps.",
  }),
};
const origin = {
  timestamp: dateTime("When the change happened, according to the environment's clock."),
  game: id("The id of the environment."),
  test: Type.Boolean({ description: "Whether the environment is a test environment." }),
  actor,
  requestId: nullable(
    Type.String({
      description: "The id of the request that made the change. Null if no request made it.",
    }),
  ),
};

const schemaName = (type: EventTypeName): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")}Event`;

const example = (type: EventTypeName) => ({
  id: "0197d9b1-22b4-7a61-9c07-5d4e3f2a1b0c",
  sequence: 1 + EVENT_TYPES.indexOf(type),
  type,
  timestamp: "2030-05-01T17:42:10.125Z",
  game: "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01",
  test: false,
  actor: { type: "api_key", id: "0197d9a3-1c2d-7e3f-a4b5-c6d7e8f90a1b" },
  requestId: "0197d9b1-2299-7c1a-8e0f-4b3a2c1d0e9f",
  data: eventType(type).example,
});

function schemaOf(type: EventTypeName) {
  const { when, data } = eventType(type);
  return Type.Object(
    {
      ...envelope,
      type: Type.Literal(type, { description: "The type of the event." }),
      ...origin,
      data: Type.Object(data, { description: "The changed resource and details of the change." }),
    },
    { $id: schemaName(type), description: when, examples: [example(type)] },
  );
}

/** One schema for each type of event. */
export const EVENT_SCHEMAS = EVENT_TYPES.map(schemaOf);

interface Envelope extends Static<ReturnType<typeof Type.Object<typeof envelope & typeof origin>>> {
  type: EventTypeName;
  data: object;
}

/** An event of any type. */
export const EventSchema = Type.Unsafe<Envelope>({
  $id: "Event",
  description: "A change in an environment. Its `type` determines the fields of `data`.",
  oneOf: EVENT_TYPES.map((type) => ({ $ref: `${schemaName(type)}#` })),
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(
      EVENT_TYPES.map((type) => [type, `#/components/schemas/${schemaName(type)}`]),
    ),
  },
  examples: [example("entry.joined")],
});
export type EventJson = Envelope;

const sequence = (description: string, minimum: number) =>
  Type.Integer({ minimum, maximum: MOST_SEQUENCE, description });

const filters = {
  types: Type.Optional(
    Type.String({
      pattern: PATTERNS.eventTypes.pattern,
      maxLength: 1_000,
      description:
        "Returns only events of these types, separated by commas. `entry.*` matches all types that start with `entry.`.",
      examples: ["entry.*,tournament.completed"],
    }),
  ),
  tournament: Type.Optional(
    Type.String({
      pattern: PATTERNS.uuid.pattern,
      description: "Returns only events about this tournament.",
      examples: ["0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11"],
    }),
  ),
};

export const ListEventsQuery = closed({
  after: Type.Optional(
    sequence(
      "Returns only events after this sequence. The default is to start at the oldest event that is kept.",
      0,
    ),
  ),
  ...filters,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description:
        "The maximum number of events to return. The default is 100. A response with long events can have fewer.",
    }),
  ),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 20,
      description: "How many seconds to wait for an event if there is none yet. The default is 0.",
    }),
  ),
  audit: Type.Optional(
    Type.Enum(["true", "false"], {
      description:
        "Send `true` to get only actions of people and changes of access. These events are kept for 400 days.",
    }),
  ),
  order: Type.Optional(
    Type.Enum(["oldest", "newest"], {
      description:
        "The order of the events. The default is `oldest`. Use `newest` to display a log.",
    }),
  ),
  before: Type.Optional(
    sequence(
      "Returns only events before this sequence. Send the `nextBefore` of the previous page. Allowed only with `order=newest`.",
      1,
    ),
  ),
});
export type EventQuery = Static<typeof ListEventsQuery>;

export const StreamEventsQuery = closed({
  after: Type.Optional(
    sequence(
      "Streams only events after this sequence. The default is to stream only new events. The header `Last-Event-ID`, which clients send when they reconnect, takes precedence.",
      0,
    ),
  ),
  ...filters,
});
export type StreamQuery = Static<typeof StreamEventsQuery>;

export const streamHeaders = Type.Object({
  "last-event-id": Type.Optional(
    Type.String({
      description: "The `id` of the last message that you received.",
      examples: ["1042"],
    }),
  ),
});

/** The answer of a stream, as the document tells it; it is no JSON that a handler returns. */
export const streamResponse: object = {
  200: {
    description:
      "Server-sent events. In each message, `id` is the sequence of the event, `event` is its type and `data` is the event as JSON. The last message can be `end`.",
    content: {
      "text/event-stream": {
        schema: Type.String({
          examples: ['id: 1042\nevent: entry.joined\ndata: {"id":"…","sequence":1042}\n\n'],
        }),
      },
    },
  },
};

export const EventListReply = Type.Object(
  {
    events: Type.Array(ref(EventSchema), {
      maxItems: 1_000,
      description: "The events on this page.",
    }),
    nextAfter: Type.Integer({
      description:
        "Send this value as `after` in the next request, even if the response has no events. With `order=newest`, it is the last sequence of the log.",
    }),
    nextBefore: nullable(
      Type.Integer({
        description:
          "With `order=newest`, send this value as `before` to get the next page. Null on the last page and with other orders.",
      }),
    ),
  },
  { description: "A page of events in the requested order." },
);
export const EventReply = Type.Object({ event: ref(EventSchema) }, { description: "The event." });
export const eventParams = closed({ eventId: id("The id of the event.") });
