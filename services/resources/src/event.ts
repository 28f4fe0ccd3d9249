import { Type, type Static } from "typebox";
import { actorSchema } from "./entry.ts";
import { EVENT_TYPES, eventType } from "./event-types.ts";
import { Key } from "./key.ts";
import { idSchema, momentSchema, nullable, ref } from "./resource.ts";
import { EventTournament } from "./tournament.ts";

const envelope = {
  id: idSchema(
    "The id of the event. It never changes, so use it to detect events that you have already processed.",
  ),
  sequence: Type.Integer({
    description:
      "The position of the event in the environment's log: 1, 2, 3 and so on, without gaps.",
  }),
};
const origin = {
  timestamp: momentSchema(
    "When the change happened, according to the environment's clock. Events about wallets and webhook endpoints, and `webhook.test`, have real time.",
  ),
  game: idSchema("The id of the environment."),
  test: Type.Boolean({ description: "Whether the environment is a test environment." }),
  actor: actorSchema,
  requestId: nullable(
    Type.String({
      description: "The id of the request that made the change. Null if no request made it.",
    }),
  ),
};

/** An event in the REST API. The events service creates this JSON when it appends an event to the log. */
export interface EventJson extends Static<
  ReturnType<typeof Type.Object<typeof envelope & typeof origin>>
> {
  type: string;
  data: object;
}

/** Returns the name of the schema of a type: `ApiKeyCreatedEvent` for `api_key.created`. */
const schemaName = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const example = (type: string) => ({
  id: "0197d9b1-22b4-7a61-9c07-5d4e3f2a1b0c",
  sequence: 1 + EVENT_TYPES.indexOf(type),
  type,
  timestamp: "2030-05-01T17:42:10.125Z",
  game: EventTournament.example.game.id,
  test: false,
  actor: { type: "api_key", id: Key.example.id },
  requestId: "0197d9b1-2299-7c1a-8e0f-4b3a2c1d0e9f",
  data: eventType(type).example,
});

const EVENT_SCHEMAS = EVENT_TYPES.map((type) => {
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
});

export const EventSchema = Type.Unsafe<EventJson>({
  $id: "Event",
  description: "A change in an environment. Its `type` determines the fields of `data`.",
  oneOf: EVENT_SCHEMAS.map(ref),
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(
      EVENT_TYPES.map((type) => [type, `#/components/schemas/${schemaName(type)}`]),
    ),
  },
  examples: [example("entry.joined")],
});
