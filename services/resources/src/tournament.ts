import { scoringTermsOf } from "@tms/kit/values/scoring";
import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  Status,
  type Tournament as TournamentMessage,
} from "@tms/proto/tms/tournament/v1/tournament";
import { Type } from "typebox";
import * as field from "./field.ts";
import { amount, closed, dateTime, id, integer, matching, optional, text } from "./input.ts";
import { currencySchema, exactInteger, idSchema, nullable, ref, resource } from "./resource.ts";
import { metadata, metadataField, TOURNAMENT_METADATA_BYTES } from "./values/metadata.ts";

const direction = (description: string) => Type.Enum(["higher", "lower"], { description });

/** The schema of a tournament's scoring rules. `scoringTermsOf` of the kit reads the rules from a message. */
export const ScoringSchema = Type.Object(
  {
    operator: Type.Enum(["best", "last", "sum"], {
      description:
        "How attempts determine the score of a gamer. `best`: the best attempt with its tie-breaks. `last`: the latest attempt. `sum`: the sum of all attempts, including their tie-breaks.",
    }),
    counted: nullable(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description:
          "With `sum`, the number of best attempts that are added up. Null means all attempts.",
      }),
    ),
    direction: direction("Whether higher or lower scores are better."),
    tieBreaks: Type.Array(
      direction("Whether higher or lower values of this tie-break are better."),
      {
        maxItems: 3,
        description:
          "The tie-breaks of an attempt. They are compared in this order if scores are equal.",
      },
    ),
    ties: Type.Enum(["shared", "earliest"], {
      description:
        "How gamers with equal scores and tie-breaks rank. `shared`: they share a rank (1, 2, 2, 4). `earliest`: the gamer who reached the score first ranks better.",
    }),
    attempts: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: "The number of attempts that each gamer has.",
    }),
    min: nullable(exactInteger("The lowest score that the tournament takes. Null means no limit.")),
    max: nullable(
      exactInteger("The highest score that the tournament takes. Null means no limit."),
    ),
    reviewFrom: nullable(
      exactInteger(
        "Attempts with this score or a better one are held for review. Null means that no score is held.",
      ),
    ),
    noScore: Type.Enum(["out", "in"], {
      description:
        "The rank of gamers who are still in at the end without a score. `out`: they rank behind all other gamers and win no prize. `in`: they rank behind gamers with a score and win the prize of their rank.",
    }),
  },
  {
    $id: "Scoring",
    examples: [
      {
        operator: "sum",
        counted: 5,
        direction: "higher",
        tieBreaks: ["lower"],
        ties: "shared",
        attempts: 10_000,
        min: 0,
        max: null,
        reviewFrom: 1_000_000,
        noScore: "out",
      },
    ],
    description:
      "The rules that turn scores into ranks. Scores and tie-breaks are integers within ±(2^53 − 1), in any unit that your game uses.",
  },
);

export const STATUSES = field.words(Status);

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

/** Returns a tournament with its terms as direct members. Throws an Error if it has no terms. */
function withTerms({ terms, ...tournament }: TournamentMessage) {
  if (terms === undefined) throw new Error("a service returned a tournament without terms");
  return { ...terms, ...tournament };
}
type Shown = ReturnType<typeof withTerms>;

const fields = {
  _id: field.id("The id of the tournament.", "id"),
  id: field.id("The same value as `_id`."),
  game: field.of(
    Type.Object(
      {
        _id: idSchema("The id of the environment."),
        id: idSchema("The same value as `_id`."),
        name: Type.String({ description: "The name of the game." }),
      },
      { description: "The environment that owns the tournament." },
    ),
    (_: Shown, game: Game) => ({ _id: game.id, id: game.id, name: game.name }),
  ),
  name: field.text("The name of the tournament."),
  description: field.text("The description of the tournament."),
  entryFee: field.money("The entry fee for each gamer.", "entryFeeMinorUnits"),
  prizePool: field.money("The current balance of the tournament's prize pool."),
  currency: field.of(currencySchema, ({ currency }: Shown) => currency),
  status: STATUSES.field("The status of the tournament."),
  startTime: field.moment("When the tournament starts."),
  endTime: field.moment("When the tournament ends. Its settlement then begins."),
  registrationClosesAt: field.momentOrNull(
    "When registration closes. Null means at `endTime`.",
    "registrationCloseTime",
  ),
  maxEntries: field.integerOrNull("The maximum number of entries. Null means no limit."),
  minEntries: field.integer(
    "The minimum number of entries. With fewer entries at its end, the tournament is cancelled.",
  ),
  prizeSplit: field.of(
    Type.Array(Type.Integer(), {
      description:
        "The share of the prize pool for each rank, the best rank first. An empty array means that rank 1 gets the whole pool.",
    }),
    ({ prizeSplit }: Shown) => prizeSplit,
  ),
  scoring: field.optional(
    ref(ScoringSchema),
    ({ scoring }: Shown) => scoring && scoringTermsOf(scoring),
  ),
  externalId: field.optionalText("Your own id for the tournament, unique in the environment."),
  metadata: metadataField(TOURNAMENT_METADATA_BYTES),
  winner: field.idOrNull(
    "The id of the winner, if there is exactly one. Otherwise null.",
    "winnerGamerId",
  ),
};
const { prizePool: _, ...inEvents } = fields;
const stamps = {
  createdAt: field.moment("When the tournament was created.", "createTime"),
  updatedAt: field.moment("When the tournament last changed.", "updateTime"),
};

export const Tournament = resource<TournamentMessage, Game, Shown>(withTerms)(
  "Tournament",
  "A tournament.",
  { ...example, winners: [], winnersCount: 0 },
  {
    ...fields,
    winners: field.of(
      Type.Array(idSchema("The id of a gamer."), {
        maxItems: 100_000,
        description:
          "The ids of all gamers with rank 1, at most 100,000. `winnersCount` has their total number.",
      }),
      ({ winnerGamerIds }) => winnerGamerIds,
    ),
    winnersCount: field.integer(
      "The number of gamers with rank 1. It is 0 until the tournament is completed.",
      "winnerCount",
    ),
    ...stamps,
  },
);

export const TournamentListItem = resource<TournamentMessage, Game, Shown>(withTerms)(
  "TournamentListItem",
  "A tournament in a list, without `winners` and `winnersCount`.",
  example,
  { ...fields, ...stamps },
);

/** A tournament in an event. The prize pool is left out, because only the ledger has it. */
export const EventTournament = resource<TournamentMessage, Game, Shown>(withTerms)(
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
    description:
      "The previous values of the fields that the update changed. A very long description is cut.",
  },
);

const ownMetadata = metadata(TOURNAMENT_METADATA_BYTES);
const terms = {
  name: text("The name of the tournament. It has at least one visible character.", 200),
  description: Type.String({ format: "text", maxLength: 5_000, description: "The description." }),
  startTime: dateTime("When the tournament starts, with a UTC offset. It can be in the past."),
  endTime: dateTime(
    "When the tournament ends, with a UTC offset. It must be in the future and after `startTime`.",
  ),
};
const options = {
  entryFee: amount("The entry fee for each gamer. If omitted on creation, the fee is 0."),
  registrationClosesAt: dateTime(
    "When registration closes, at the latest at `endTime`. If omitted on creation, registration closes at `endTime`.",
  ),
  maxEntries: integer(
    "The maximum number of entries. If omitted on creation, there is no limit.",
    1,
    1_000_000,
  ),
  minEntries: integer(
    "The minimum number of entries. A tournament with fewer entries at its end is cancelled and refunded. If omitted on creation, the minimum is 0.",
    0,
    1_000_000,
  ),
  prizeSplit: Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
    minItems: 1,
    maxItems: 100,
    description:
      "The share of the prize pool for each rank, the best rank first. If omitted on creation, rank 1 gets the whole pool.",
  }),
  scoring: closed(Type.Partial(ScoringSchema).properties, {
    description:
      "The rules that turn scores into ranks. A tournament without `scoring` takes no scores. An update replaces the whole object, so send all fields. An update cannot remove the object. The defaults are operator `best`, direction `higher`, no tie-breaks, ties `shared`, 10,000 attempts, noScore `out` and no limits.",
    examples: [{ operator: "sum", counted: 5, tieBreaks: ["lower"] }],
  }),
};
export const externalId = (description: string) =>
  matching("visible", description, { examples: ["friday-2030-05"] });
export const TournamentChanges = optional({
  ...terms,
  ...options,
  metadata: nullable(ownMetadata),
});

export const NewTournament = {
  ...terms,
  ...optional({
    ...options,
    game: id(
      "The id of the environment. With an API key or `X-Game-Id`, you can omit this field or send the id of the game.",
    ),
    metadata: ownMetadata,
    externalId: externalId(
      "Your own id for the tournament: 1 to 100 visible ASCII characters. It must be unique in the environment and never changes. You cannot use it again, even after the tournament is cancelled.",
    ),
  }),
};
