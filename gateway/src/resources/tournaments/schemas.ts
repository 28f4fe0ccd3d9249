import { STATUSES } from "@tms/resources/tournament";
import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { EXAMPLES, EXAMPLE_TERMS } from "../../openapi/examples/examples.ts";
import { DATA_EXAMPLES } from "../../openapi/examples/events.ts";
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
import { metadata, TOURNAMENT_METADATA_BYTES } from "../../openapi/schemas/metadata.ts";

const status = Type.Enum([...STATUSES], { description: "Where the tournament is in its life." });

const shared = {
  _id: id("Record identifier."),
  id: id("Same value as _id."),
  game: Type.Object({ _id: id("The game."), id: id("Same value as _id."), name: Type.String() }),
  name: Type.String(),
  description: Type.String(),
  entryFee: money("Entry fee per gamer."),
  prizePool: money("What the tournament's prize-pool account holds right now."),
  currency,
  status,
  startTime: dateTime("When play starts."),
  endTime: dateTime("When it ends and is settled."),
  registrationClosesAt: nullable(dateTime("The last moment to join; null means endTime.")),
  maxEntries: nullable(Type.Integer({ description: "Seats; null means no limit." })),
  minEntries: Type.Integer({ description: "With fewer entries at the end it is cancelled." }),
  prizeSplit: Type.Array(Type.Integer(), {
    description: "Shares of the pool per rank, best first; empty means the winner takes all.",
  }),
  scoring: Type.Optional(ref(ScoringSchema)),
  externalId: Type.Optional(
    Type.String({ description: "What the game calls it, unique in the game for good." }),
  ),
  metadata: Type.Optional(metadata(TOURNAMENT_METADATA_BYTES)),
  winner: nullable(id("Gamer id of the only entry with rank 1; null when several share it.")),
};
const stamps = {
  createdAt: dateTime("When it was created."),
  updatedAt: dateTime("When it last changed."),
};

export const TournamentSchema = Type.Object(
  {
    ...shared,
    winners: Type.Array(id("A gamer id."), {
      maxItems: 100_000,
      description:
        "Everyone who holds rank 1, or 100,000 of them where winnersCount says that there are more.",
    }),
    winnersCount: Type.Integer({ description: "How many hold rank 1; 0 until it is completed." }),
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
    description: "A tournament in a list: `winners` and `winnersCount` are left out.",
  },
);
export type TournamentListItemJson = Static<typeof TournamentListItemSchema>;

const { prizePool: _, ...inEvents } = shared;

/** A tournament as events show it. */
export const EventTournamentSchema = Type.Object(
  { ...inEvents, ...stamps },
  {
    $id: "EventTournament",
    examples: [DATA_EXAMPLES["tournament.created"].tournament],
    description:
      "A tournament as a change left it, without its prize pool, which is the ledger's: read it where you need it. A very long description is cut.",
  },
);

/** What an update changed. */
export const EventTournamentPreviousSchema = Type.Partial(
  Type.Object({
    ...inEvents,
    scoring: nullable(ref(ScoringSchema)),
    metadata: nullable(metadata(TOURNAMENT_METADATA_BYTES)),
    ...stamps,
  }),
  {
    $id: "EventTournamentPrevious",
    examples: [DATA_EXAMPLES["tournament.updated"].previous],
    description: "The former values of the fields that an update changed, and of no others.",
  },
);

const terms = {
  name: Type.String({
    format: "text",
    minLength: 1,
    maxLength: 200,
    description: "With a visible character.",
  }),
  description: Type.String({ format: "text", maxLength: 5_000 }),
  startTime: dateTime("When play starts; may be in the past. Needs an offset."),
  endTime: dateTime("When it ends: after startTime and in the future. Needs an offset."),
};
const options = {
  entryFee: Type.Optional(amount("Entry fee per gamer; 0 when absent on create.")),
  registrationClosesAt: Type.Optional(
    dateTime("The last moment to join, at most endTime; endTime when absent on create."),
  ),
  maxEntries: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Seats; no limit when absent." }),
  ),
  minEntries: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: "With fewer entries at the end it is cancelled and refunded; 0 when absent.",
    }),
  ),
  prizeSplit: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
      minItems: 1,
      maxItems: 100,
      description: "Shares of the pool per rank, best first; the winner takes all when absent.",
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
    game: Type.Optional(id("The environment, or its game. An API key or X-Game-Id implies it.")),
    ...terms,
    ...options,
    externalId: externalId(
      "What the game calls it: 1 to 100 visible ASCII characters, unique in the game for good, never changed.",
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
    description: "Replaces what there was as a whole; null removes it.",
    examples: [{ metadata: { season: 3, sponsor: "Acme" } }],
  },
);
export type CreateTournamentInput = Static<typeof CreateTournamentBody>;
export type UpdateTournamentInput = Static<typeof UpdateTournamentBody>;

export const ListTournamentsQuery = closed({
  status: Type.Optional(status),
  endsAfter: Type.Optional(dateTime("Only those that end at or after this.")),
  endsBefore: Type.Optional(dateTime("Only those that end before this.")),
  externalId: externalId("Only the one that was created with it."),
  ...pageQuery(100, 20),
});

export const TournamentReply = Type.Object(
  { message, tournament: ref(TournamentSchema) },
  { description: "The tournament as it stands now." },
);
export const TournamentListReply = Type.Object(
  {
    tournaments: Type.Array(ref(TournamentListItemSchema)),
    nextCursor,
  },
  { description: "A page of tournaments, newest first." },
);

// A default makes a body optional: json-body.ts puts it in place of an absent one.
const MAY_BE_ABSENT = { default: {} };

export const NoBody = closed({}, { ...MAY_BE_ABSENT, description: "Absent, or an empty object." });

export const CompleteBody = closed(
  {
    ranks: Type.Optional(
      Type.Array(
        closed({
          gamer: handle,
          rank: Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description: "1 plus the number of gamers placed better.",
          }),
        }),
        {
          maxItems: 10_000,
          description:
            "Final ranks of gamers still in, from 1 without gaps. Those not named share the rank after them, or rank by their scores where the tournament takes any.",
        },
      ),
    ),
  },
  {
    ...MAY_BE_ABSENT,
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
