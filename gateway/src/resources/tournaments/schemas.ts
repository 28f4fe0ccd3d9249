import { STATUSES } from "@tms/resources/tournament";
import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { EXAMPLES, EXAMPLE_TERMS } from "../../openapi/examples/examples.ts";
import { scoring, ScoringSchema } from "./scoring.ts";
import {
  amount,
  closed,
  currency,
  dateTime,
  handle,
  id,
  message,
  money,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";
import { metadata, TOURNAMENT_METADATA_BYTES } from "@tms/resources/values/metadata";

const status = Type.Enum([...STATUSES], { description: "The status of the tournament." });
const integer = (description: string) => Type.Integer({ description });

export const shared = {
  _id: id("The id of the tournament."),
  id: id("The same value as `_id`."),
  game: Type.Object(
    {
      _id: id("The id of the environment."),
      id: id("The same value as `_id`."),
      name: Type.String({ description: "The name of the game." }),
    },
    { description: "The environment that owns the tournament." },
  ),
  name: Type.String({ description: "The name of the tournament." }),
  description: Type.String({ description: "The description of the tournament." }),
  entryFee: money("The entry fee for each gamer."),
  prizePool: money("The current balance of the tournament's prize pool."),
  currency,
  status,
  startTime: dateTime("When the tournament starts."),
  endTime: dateTime("When the tournament ends. Its settlement then begins."),
  registrationClosesAt: nullable(dateTime("When registration closes. Null means at `endTime`.")),
  maxEntries: nullable(integer("The maximum number of entries. Null means no limit.")),
  minEntries: integer(
    "The minimum number of entries. With fewer entries at its end, the tournament is canceled.",
  ),
  prizeSplit: Type.Array(Type.Integer(), {
    description:
      "The share of the prize pool for each rank, the best rank first. An empty array means that rank 1 gets the whole pool.",
  }),
  scoring: Type.Optional(ref(ScoringSchema)),
  externalId: Type.Optional(
    Type.String({ description: "Your own id for the tournament, unique in the environment." }),
  ),
  metadata: Type.Optional(metadata(TOURNAMENT_METADATA_BYTES)),
  winner: nullable(id("The id of the winner, if there is exactly one. Otherwise null.")),
};
export const stamps = {
  createdAt: dateTime("When the tournament was created."),
  updatedAt: dateTime("When the tournament last changed."),
};

export const TournamentSchema = Type.Object(
  {
    ...shared,
    winners: Type.Array(id("The id of a gamer."), {
      maxItems: 100_000,
      description:
        "The ids of all gamers with rank 1, at most 100,000. `winnersCount` has their total number.",
    }),
    winnersCount: integer(
      "The number of gamers with rank 1. It is 0 until the tournament is completed.",
    ),
    ...stamps,
  },
  { $id: "Tournament", examples: [EXAMPLES.Tournament], description: "A tournament." },
);
export type TournamentJson = Static<typeof TournamentSchema>;

export const TournamentListItemSchema = Type.Object(
  { ...shared, ...stamps },
  {
    $id: "TournamentListItem",
    examples: [EXAMPLES.TournamentListItem],
    description: "A tournament in a list, without `winners` and `winnersCount`.",
  },
);
export type TournamentListItemJson = Static<typeof TournamentListItemSchema>;

const terms = {
  name: Type.String({
    format: "text",
    minLength: 1,
    maxLength: 200,
    description: "The name of the tournament. It has at least one visible character.",
  }),
  description: Type.String({ format: "text", maxLength: 5_000, description: "The description." }),
  startTime: dateTime("When the tournament starts, with a UTC offset. It can be in the past."),
  endTime: dateTime(
    "When the tournament ends, with a UTC offset. It must be in the future and after `startTime`.",
  ),
};
const options = {
  entryFee: Type.Optional(amount("The entry fee for each gamer. The default on create is 0.")),
  registrationClosesAt: Type.Optional(
    dateTime(
      "When registration closes, at the latest at `endTime`. The default on create is `endTime`.",
    ),
  ),
  maxEntries: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: "The maximum number of entries. The default on create is no limit.",
    }),
  ),
  minEntries: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        "The minimum number of entries. A tournament with fewer entries at its end is canceled and refunded. The default on create is 0.",
    }),
  ),
  prizeSplit: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
      minItems: 1,
      maxItems: 100,
      description:
        "The share of the prize pool for each rank, the best rank first. The default on create is that rank 1 gets the whole pool.",
    }),
  ),
  scoring: Type.Optional(scoring),
  metadata: Type.Optional(metadata(TOURNAMENT_METADATA_BYTES)),
};

const externalId = (description: string) =>
  Type.Optional(
    Type.String({ pattern: PATTERNS.visible.pattern, description, examples: ["friday-2030-05"] }),
  );

export const CreateTournamentBody = closed(
  {
    game: Type.Optional(
      id(
        "The id of the environment. With an API key or `X-Game-Id`, you can omit this field or send the id of the game.",
      ),
    ),
    ...terms,
    ...options,
    externalId: externalId(
      "Your own id for the tournament: 1 to 100 visible ASCII characters. It must be unique in the environment and never changes. You cannot use it again, even after the tournament is canceled.",
    ),
  },
  {
    examples: [
      {
        game: "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
        ...EXAMPLE_TERMS,
        maxEntries: 500,
        prizeSplit: [60, 30, 10],
        externalId: "friday-2030-05",
        metadata: { season: 3 },
      },
    ],
  },
);
export const UpdateTournamentBody = closed(
  {
    name: Type.Optional(terms.name),
    description: Type.Optional(terms.description),
    startTime: Type.Optional(terms.startTime),
    endTime: Type.Optional(terms.endTime),
    ...options,
    metadata: Type.Optional(nullable(metadata(TOURNAMENT_METADATA_BYTES))),
  },
  { examples: [{ entryFee: 3, endTime: "2030-05-01T23:00:00Z" }] },
);
export const MetadataBody = closed(
  { metadata: nullable(metadata(TOURNAMENT_METADATA_BYTES)) },
  {
    description: "The new metadata, which replaces all existing metadata. Null removes it.",
    examples: [{ metadata: { season: 3, sponsor: "Acme" } }],
  },
);
export type CreateTournamentInput = Static<typeof CreateTournamentBody>;
export type UpdateTournamentInput = Static<typeof UpdateTournamentBody>;

export const ListTournamentsQuery = closed({
  status: Type.Optional(
    Type.Enum([...STATUSES], { description: "Returns only tournaments with this status." }),
  ),
  endsAfter: Type.Optional(dateTime("Returns only tournaments that end at or after this time.")),
  endsBefore: Type.Optional(dateTime("Returns only tournaments that end before this time.")),
  externalId: externalId("Returns only the tournament with this `externalId`."),
  ...pageQuery(100, 20),
});

export const TournamentReply = Type.Object(
  { message, tournament: ref(TournamentSchema) },
  { description: "The created or changed tournament." },
);
export const TournamentListReply = Type.Object(
  {
    tournaments: Type.Array(ref(TournamentListItemSchema), {
      description: "The tournaments on this page.",
    }),
    nextCursor,
  },
  { description: "A page of tournaments, newest first." },
);

// The default makes a body optional, because json-body.ts uses it instead of an absent body.
export const NoBody = closed({}, { default: {}, description: "No body, or an empty object." });

export const CompleteBody = closed(
  {
    ranks: Type.Optional(
      Type.Array(
        closed({
          gamer: handle,
          rank: Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description: "The final rank: 1 plus the number of gamers with a better rank.",
          }),
        }),
        {
          maxItems: 10_000,
          description:
            "The final ranks of gamers who are still in, from 1 without gaps. Tied gamers share a rank (1, 2, 2, 4). Gamers who are not in this array share the next rank or, if the tournament takes scores, rank by their scores.",
        },
      ),
    ),
  },
  {
    default: {},
    examples: [
      {
        ranks: [
          { gamer: "ada", rank: 1 },
          { gamer: "grace", rank: 2 },
        ],
      },
    ],
  },
);
