import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { attempt } from "../../openapi/schemas/attempt.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  dateTime,
  handle,
  id,
  message,
  nextCursor,
  nullable,
  ref,
} from "../../openapi/schemas/fields.ts";
import { metadata, METADATA_BYTES } from "@tms/resources/values/metadata";
import { result } from "../../openapi/schemas/results.ts";
import { StandingSchema, whole } from "../../openapi/schemas/standing.ts";

export const ScoreSchema = Type.Object(
  { ...attempt, standing: ref(StandingSchema) },
  {
    $id: "Score",
    examples: [EXAMPLES.Score],
    description: "An attempt of a gamer, and the standing of the gamer after it.",
  },
);
export type ScoreJson = Static<typeof ScoreSchema>;

const given = {
  gamer: handle,
  score: whole("The score of the attempt, in any unit that your game uses."),
  tieBreaks: Type.Optional(
    Type.Array(whole("A tie-break value."), {
      maxItems: 3,
      description: "The tie-breaks of the attempt, as many as the tournament's scoring has.",
    }),
  ),
  attempt: Type.Optional(
    Type.String({
      pattern: PATTERNS.visible.pattern,
      description:
        "The name of the attempt: 1 to 100 visible ASCII characters, unique for the gamer in the tournament. A second request with the same name and content does not record another attempt. Without a name, the Idempotency-Key identifies the attempt.",
      examples: ["match-4711"],
    }),
  ),
  metadata: Type.Optional(metadata(METADATA_BYTES)),
  hold: Type.Optional(
    Type.Boolean({
      description:
        "Whether to hold the attempt for review, regardless of its score. The default is false.",
    }),
  ),
};

export const ScoreBody = closed(given, {
  examples: [{ gamer: "ada", score: 41_200, attempt: "match-4711" }],
});
export type ScoreInput = Static<typeof ScoreBody>;

export const ScoresBody = closed(
  {
    scores: Type.Array(closed(given), {
      minItems: 1,
      maxItems: 1_000,
      description: "The scores to record, in this order.",
    }),
  },
  {
    examples: [
      {
        scores: [
          { gamer: "ada", score: 41_200, attempt: "match-4711" },
          { gamer: "grace", score: 39_850, attempt: "match-4711" },
        ],
      },
    ],
  },
);

export const ScoreQuery = closed({
  rank: Type.Optional(
    Type.Enum(["true", "false"], {
      description: "Send `true` to include the rank in the standing.",
    }),
  ),
});

export const ScoreReply = Type.Object(
  { message, score: ref(ScoreSchema) },
  { description: "The attempt was recorded." },
);
export const ScoreRepeatedReply = Type.Object(
  { message, score: ref(ScoreSchema) },
  {
    description: "The attempt was already recorded. Its standing is the current one.",
  },
);

const ScoreResult = result([200, 201], { score: ref(ScoreSchema) });
export type ScoreResultJson = Static<typeof ScoreResult>;

export const ScoresReply = Type.Object(
  {
    message,
    results: Type.Array(ScoreResult, { description: "The results, in the order of the request." }),
  },
  { description: "The result of each score, in the order of the request." },
);

const withMetadata = Type.Optional(
  Type.Enum(["true", "false"], {
    description: "Send `true` to include the metadata of the attempts that determine the scores.",
  }),
);

export const LeaderboardQuery = closed({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description:
        "The maximum number of standings on a page. The default is 50. With `around`, the default is 21 and the maximum is 101.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        "The `nextCursor` or `previousCursor` of another page. Not allowed with `around`.",
    }),
  ),
  around: Type.Optional({
    ...handle,
    description: "The handle of a gamer. Returns the standings around this gamer.",
  }),
  metadata: withMetadata,
});

export const StandingsQuery = closed({ metadata: withMetadata });

export const LeaderboardEntrySchema = Type.Object(
  {
    rank: nullable(
      Type.Integer({
        description:
          "The rank that the gamer would have if the tournament ended now. Null for a disqualified gamer. Also null for a gamer in the tournament who has no score, until the tournament ends or is canceled.",
      }),
    ),
    entry: id("The id of the entry."),
    gamer: id("The id of the gamer."),
    gamerHandle: Type.String({ description: "The handle of the gamer." }),
    displayName: Type.Optional(
      Type.String({ description: "The display name of the gamer, if the gamer has one." }),
    ),
    score: nullable(whole("The score of the gamer. Null if no attempt counts.")),
    tieBreaks: Type.Array(Type.Integer(), {
      description: "The tie-breaks of the gamer, in the order of the tournament's scoring.",
    }),
    attempts: Type.Integer({
      description: "The number of attempts used, including held attempts.",
    }),
    reachedAt: nullable(dateTime("When the gamer reached the score.")),
    state: Type.Enum(["in", "eliminated", "disqualified"], {
      description: "The state of the entry.",
    }),
    metadata: Type.Optional(nullable(metadata(METADATA_BYTES))),
  },
  {
    $id: "LeaderboardEntry",
    examples: [EXAMPLES.LeaderboardEntry],
    description: "A line of a leaderboard: an entry, its score and its rank.",
  },
);
export type LeaderboardEntryJson = Static<typeof LeaderboardEntrySchema>;
export const SCORE_SCHEMAS = [ScoreSchema, StandingSchema, LeaderboardEntrySchema];

const asOf = Type.Object(
  {
    sequence: Type.Integer({
      description: "The number of attempts that were recorded up to this time.",
    }),
    at: nullable(
      dateTime(
        "When the leaderboard last changed, through a score, a review, an elimination, a disqualification or a reinstatement. Null before the first join.",
      ),
    ),
  },
  { description: "The point in time that all values of the response show." },
);

export const LeaderboardReply = Type.Object(
  {
    standings: Type.Array(ref(LeaderboardEntrySchema), {
      description: "The standings on this page, the best first.",
    }),
    entries: Type.Integer({
      description: "The number of entries in the tournament, without disqualified entries.",
    }),
    listed: Type.Integer({
      description:
        "The number of entries on the leaderboard: entries with a score and eliminated entries.",
    }),
    asOf,
    nextCursor,
    previousCursor: nullable(
      Type.String({
        description:
          "Send this value as `cursor` to get the previous page. Null on the first page.",
      }),
    ),
  },
  { description: "A page of the leaderboard, as it was at one point in time." },
);
export type LeaderboardJson = Static<typeof LeaderboardReply>;

export const StandingsBody = closed(
  {
    gamers: Type.Array(handle, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: "The handles of the gamers.",
    }),
  },
  { examples: [{ gamers: ["ada", "grace"] }] },
);

export const StandingsReply = Type.Object(
  {
    standings: Type.Array(ref(LeaderboardEntrySchema), {
      description: "The standings of the gamers, the best first. Gamers without a rank come last.",
    }),
    missing: Type.Array(Type.String(), {
      description: "The handles of gamers without an entry in the tournament.",
    }),
    asOf,
  },
  { description: "The standings of the requested gamers, as they were at one point in time." },
);
export type StandingsJson = Static<typeof StandingsReply>;
