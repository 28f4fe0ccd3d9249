import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { actor } from "../../openapi/schemas/actor.ts";
import { closed, dateTime, id, nullable, ref } from "../../openapi/schemas/fields.ts";
import { EVENT_TYPES, eventType, type EventTypeName } from "./types.ts";

const MOST_SEQUENCE = Number.MAX_SAFE_INTEGER;

const envelope = {
  id: id("The same in every answer: whoever may see an event twice recognises it by this."),
  sequence: Type.Integer({
    description: "Its place in the environment's log: 1, 2, 3 … without a gap.",
  }),
};
const origin = {
  timestamp: dateTime("When the change happened, by the environment's clock."),
  game: id("The environment."),
  test: Type.Boolean({ description: "Whether that is a test environment." }),
  actor,
  requestId: nullable(Type.String({ description: "By which request; null where by none." })),
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
    { ...envelope, type: Type.Literal(type), ...origin, data: Type.Object(data) },
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
  description: "A change in an environment. Its `type` says what its `data` hold.",
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
      description: "Only these types, separated by commas; `entry.*` stands for all of a kind.",
      examples: ["entry.*,tournament.completed"],
    }),
  ),
  tournament: Type.Optional(
    Type.String({
      pattern: PATTERNS.uuid.pattern,
      description: "Only events about this tournament.",
      examples: ["0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11"],
    }),
  ),
};

export const ListEventsQuery = closed({
  after: Type.Optional(
    sequence("Only events after this sequence; from the oldest that is kept when absent.", 0),
  ),
  ...filters,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: "At most so many; 100 when absent. Long events make an answer shorter.",
    }),
  ),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 20,
      description: "How long to wait for an event where there is none yet; 0 when absent.",
    }),
  ),
  audit: Type.Optional(
    Type.Enum(["true", "false"], {
      description:
        "`true`: only changes of access and what people did. These are kept for 400 days.",
    }),
  ),
  order: Type.Optional(
    Type.Enum(["oldest", "newest"], {
      description: "Which comes first; `oldest` when absent. Newest first is for showing a log.",
    }),
  ),
  before: Type.Optional(
    sequence("With `order=newest`: only events before this sequence, a `nextBefore`.", 1),
  ),
});
export type EventQuery = Static<typeof ListEventsQuery>;

export const StreamEventsQuery = closed({
  after: Type.Optional(
    sequence(
      "Only events after this sequence; those from now on when absent. The header Last-Event-ID, which clients send when they come back, counts for more.",
      0,
    ),
  ),
  ...filters,
});
export type StreamQuery = Static<typeof StreamEventsQuery>;

export const streamHeaders = Type.Object({
  "last-event-id": Type.Optional(
    Type.String({
      description: "The `id` of the last message that was received.",
      examples: ["1042"],
    }),
  ),
});

/** The answer of a stream, as the document tells it; it is no JSON that a handler returns. */
export const streamResponse: object = {
  200: {
    description:
      "Server-sent events: `id` is the sequence, `event` the type, `data` the event as JSON. The last message may be `end`.",
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
    events: Type.Array(ref(EventSchema), { maxItems: 1_000 }),
    nextAfter: Type.Integer({
      description:
        "What to pass as `after` next, also where nothing was found. With `order=newest`, the last sequence of the log.",
    }),
    nextBefore: nullable(
      Type.Integer({
        description: "With `order=newest`: what to pass as `before` next; null on the last page.",
      }),
    ),
  },
  { description: "Events in the order of their sequences." },
);
export const EventReply = Type.Object({ event: ref(EventSchema) }, { description: "The event." });
export const eventParams = closed({ eventId: id("Which event.") });
