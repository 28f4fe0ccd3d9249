import { scoringTermsOf } from "@tms/kit/values/scoring";
import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  Status,
  type Tournament as TournamentMessage,
  type TournamentTerms,
} from "@tms/proto/tms/tournament/v1/tournament";
import { Type } from "typebox";
import {
  currencySchema,
  id,
  idOrNull,
  idSchema,
  integer,
  integerOrNull,
  member,
  moment,
  momentOrNull,
  money,
  nullable,
  optional,
  ref,
  resource,
  text,
  words,
} from "./resource.ts";
import { ScoringSchema } from "./scoring.ts";
import { ifMetadata, metadata, TOURNAMENT_METADATA_BYTES } from "./values/metadata.ts";

/** The statuses of a tournament. */
export const STATUSES = words(Status, [
  "pending",
  "published",
  "settling",
  "completed",
  "cancelled",
]);

const ID = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";
const GAME = "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01";
const eventExample = {
  _id: ID,
  id: ID,
  game: { _id: GAME, id: GAME, name: "Star Race" },
  name: "Friday cup",
  description: "Weekly cup, best of three",
  entryFee: 2.5,
  currency: "USD",
  status: "pending" as const,
  startTime: "2030-05-01T18:00:00.000Z",
  endTime: "2030-05-01T20:00:00.000Z",
  registrationClosesAt: null,
  maxEntries: 500,
  minEntries: 0,
  prizeSplit: [60, 30, 10],
  winner: null,
  createdAt: "2030-04-28T09:30:00.000Z",
  updatedAt: "2030-04-28T09:30:00.000Z",
};
const example = { ...eventExample, prizePool: 0 };

/** Returns a function that reads from the terms of a tournament. It throws an Error if there are no terms. */
const inTerms =
  <T>(read: (terms: TournamentTerms) => T) =>
  ({ terms }: TournamentMessage): T => {
    if (terms === undefined) throw new Error("a service returned a tournament without terms");
    return read(terms);
  };

const fields = {
  _id: id("The id of the tournament.", (tournament: TournamentMessage) => tournament.id),
  id: id("The same value as `_id`.", (tournament: TournamentMessage) => tournament.id),
  game: member(
    Type.Object(
      {
        _id: idSchema("The id of the environment."),
        id: idSchema("The same value as `_id`."),
        name: Type.String({ description: "The name of the game." }),
      },
      { description: "The environment that owns the tournament." },
    ),
    (_: TournamentMessage, game: Game) => ({ _id: game.id, id: game.id, name: game.name }),
  ),
  name: text(
    "The name of the tournament.",
    inTerms(({ name }) => name),
  ),
  description: text(
    "The description of the tournament.",
    inTerms(({ description }) => description),
  ),
  entryFee: money(
    "The entry fee for each gamer.",
    inTerms((terms) => terms.entryFeeMinorUnits),
  ),
  prizePool: money(
    "The current balance of the tournament's prize pool.",
    (tournament: TournamentMessage) => tournament.prizePool?.minorUnits ?? 0n,
  ),
  currency: member(currencySchema, (tournament: TournamentMessage) => tournament.currency),
  status: STATUSES.member(
    "The status of the tournament.",
    (tournament: TournamentMessage) => tournament.status,
  ),
  startTime: moment(
    "When the tournament starts.",
    inTerms((terms) => terms.startTime),
  ),
  endTime: moment(
    "When the tournament ends. Its settlement then begins.",
    inTerms((terms) => terms.endTime),
  ),
  registrationClosesAt: momentOrNull(
    "When registration closes. Null means at `endTime`.",
    inTerms((terms) => terms.registrationCloseTime),
  ),
  maxEntries: integerOrNull(
    "The maximum number of entries. Null means no limit.",
    inTerms(({ maxEntries }) => maxEntries),
  ),
  minEntries: integer(
    "The minimum number of entries. With fewer entries at its end, the tournament is canceled.",
    inTerms(({ minEntries }) => minEntries),
  ),
  prizeSplit: member(
    Type.Array(Type.Integer(), {
      description:
        "The share of the prize pool for each rank, the best rank first. An empty array means that rank 1 gets the whole pool.",
    }),
    inTerms(({ prizeSplit }) => prizeSplit),
  ),
  scoring: optional(
    ref(ScoringSchema),
    inTerms(({ scoring }) => scoring && scoringTermsOf(scoring)),
  ),
  externalId: optional(
    Type.String({ description: "Your own id for the tournament, unique in the environment." }),
    inTerms(({ externalId }) => externalId),
  ),
  metadata: optional(
    metadata(TOURNAMENT_METADATA_BYTES),
    inTerms((terms) => ifMetadata(terms.metadata).metadata),
  ),
  winner: idOrNull(
    "The id of the winner, if there is exactly one. Otherwise null.",
    (tournament: TournamentMessage) => tournament.winnerGamerId,
  ),
};
const { prizePool: _, ...inEvents } = fields;
const stamps = {
  createdAt: moment(
    "When the tournament was created.",
    (tournament: TournamentMessage) => tournament.createTime,
  ),
  updatedAt: moment(
    "When the tournament last changed.",
    (tournament: TournamentMessage) => tournament.updateTime,
  ),
};

export const Tournament = resource<TournamentMessage, Game>()(
  "Tournament",
  "A tournament.",
  { ...example, winners: [], winnersCount: 0 },
  {
    ...fields,
    winners: member(
      Type.Array(idSchema("The id of a gamer."), {
        maxItems: 100_000,
        description:
          "The ids of all gamers with rank 1, at most 100,000. `winnersCount` has their total number.",
      }),
      ({ winnerGamerIds }) => winnerGamerIds,
    ),
    winnersCount: integer(
      "The number of gamers with rank 1. It is 0 until the tournament is completed.",
      ({ winnerCount }) => winnerCount,
    ),
    ...stamps,
  },
);

export const TournamentListItem = resource<TournamentMessage, Game>()(
  "TournamentListItem",
  "A tournament in a list, without `winners` and `winnersCount`.",
  example,
  { ...fields, ...stamps },
);

/** A tournament in an event. The prize pool is left out, because only the ledger has it. */
export const EventTournament = resource<TournamentMessage, Game>()(
  "EventTournament",
  "The tournament after the change, without its prize pool. Retrieve the tournament to get the prize pool. A very long description is cut.",
  eventExample,
  { ...inEvents, ...stamps },
);

/** The schema of the previous values of the fields that an update changed. */
export const EventTournamentPreviousSchema = Type.Partial(
  Type.Object({
    ...EventTournament.schema.properties,
    scoring: nullable(ref(ScoringSchema)),
    metadata: nullable(metadata(TOURNAMENT_METADATA_BYTES)),
  }),
  {
    $id: "EventTournamentPrevious",
    examples: [{ entryFee: 2.5 }],
    description: "The previous values of the fields that the update changed.",
  },
);
