import { STATUSES } from "@tms/resources/tournament";
import { Type, type Static } from "typebox";
import { EXAMPLES, EXAMPLE_TERMS } from "../../openapi/examples.ts";
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
} from "../../openapi/fields.ts";

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

const terms = {
  name: Type.String({ format: "text", minLength: 1, maxLength: 200, description: "Not blank." }),
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
};

export const CreateTournamentBody = closed(
  { game: id("The game the API key belongs to."), ...terms, ...options },
  {
    examples: [
      {
        game: "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
        ...EXAMPLE_TERMS,
        maxEntries: 500,
        prizeSplit: [60, 30, 10],
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
  },
  { examples: [{ entryFee: 3, endTime: "2030-05-01T23:00:00Z" }] },
);
export type CreateTournamentInput = Static<typeof CreateTournamentBody>;
export type UpdateTournamentInput = Static<typeof UpdateTournamentBody>;

export const ListTournamentsQuery = closed({
  status: Type.Optional(status),
  endsAfter: Type.Optional(dateTime("Only those that end at or after this.")),
  endsBefore: Type.Optional(dateTime("Only those that end before this.")),
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
            "Final ranks of gamers still in, from 1 without gaps; those not named share the rank after them.",
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
