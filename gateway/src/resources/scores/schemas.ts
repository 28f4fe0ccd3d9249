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
import { metadata, METADATA_BYTES } from "../../openapi/schemas/metadata.ts";
import { result } from "../../openapi/schemas/results.ts";
import { StandingSchema, whole } from "../../openapi/schemas/standing.ts";

export const ScoreSchema = Type.Object(
  { ...attempt, standing: ref(StandingSchema) },
  {
    $id: "Score",
    examples: [EXAMPLES.Score],
    description: "An attempt of a gamer, and what the gamer's attempts come to after it.",
  },
);
export type ScoreJson = Static<typeof ScoreSchema>;

const given = {
  gamer: handle,
  score: whole("What the attempt scored; what it is scaled by is the game's business."),
  tieBreaks: Type.Optional(
    Type.Array(whole("A further number."), {
      maxItems: 3,
      description: "As many as the tournament's scoring has.",
    }),
  ),
  attempt: Type.Optional(
    Type.String({
      pattern: PATTERNS.visible.pattern,
      description:
        "The attempt's name, unique for the gamer in the tournament: 1 to 100 visible ASCII characters. The same name with the same content is the same attempt. Without one, the request names it.",
      examples: ["match-4711"],
    }),
  ),
  metadata: Type.Optional(metadata(METADATA_BYTES)),
  hold: Type.Optional(
    Type.Boolean({
      description: "True has it wait for a review, whatever the score is; false is as if absent.",
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
      description: "Each is recorded by itself.",
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
    Type.Enum(["true", "false"], { description: "Whether to tell the standing's rank as well." }),
  ),
});

export const ScoreReply = Type.Object(
  { message, score: ref(ScoreSchema) },
  { description: "The attempt is recorded." },
);
export const ScoreRepeatedReply = Type.Object(
  { message, score: ref(ScoreSchema) },
  {
    description: "The attempt was recorded before. Its standing is the one there is now.",
  },
);

const ScoreResult = result([200, 201], { score: ref(ScoreSchema) });
export type ScoreResultJson = Static<typeof ScoreResult>;

export const ScoresReply = Type.Object(
  { message, results: Type.Array(ScoreResult) },
  { description: "What became of each score, in the order of the request." },
);

const withMetadata = Type.Optional(
  Type.Enum(["true", "false"], {
    description: "Whether to tell the metadata of the attempts that made the scores as well.",
  }),
);

export const LeaderboardQuery = closed({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: "Standings per page; 50 when absent. With `around` 21 when absent, at most 101.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: "The `nextCursor` or `previousCursor` of another page; not with `around`.",
    }),
  ),
  around: Type.Optional(handle),
  metadata: withMetadata,
});

export const StandingsQuery = closed({ metadata: withMetadata });

export const LeaderboardEntrySchema = Type.Object(
  {
    rank: nullable(
      Type.Integer({
        description:
          "The rank if the tournament ended now. It is null for a disqualified gamer and, until the end or a cancellation, for a gamer who is in without a score.",
      }),
    ),
    entry: id("Entry identifier."),
    gamer: id("Gamer record identifier."),
    gamerHandle: Type.String({ description: "The gamer's handle." }),
    displayName: Type.Optional(
      Type.String({ description: "How the gamer is shown, if the gamer has a display name." }),
    ),
    score: nullable(whole("What the gamer's attempts come to.")),
    tieBreaks: Type.Array(Type.Integer()),
    attempts: Type.Integer({ description: "How many attempts are used up." }),
    reachedAt: nullable(dateTime("When the score was reached.")),
    state: Type.Enum(["in", "eliminated", "disqualified"]),
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
    sequence: Type.Integer({ description: "How many attempts were recorded by then." }),
    at: nullable(
      dateTime(
        "When anything last changed: a score came in, a review decided, somebody went out or came back; null before anybody joined.",
      ),
    ),
  },
  { description: "The moment that all of it is of." },
);

export const LeaderboardReply = Type.Object(
  {
    standings: Type.Array(ref(LeaderboardEntrySchema)),
    entries: Type.Integer({ description: "All entries of the tournament but the disqualified." }),
    listed: Type.Integer({
      description: "How many of them are listed: those with a score, and the eliminated.",
    }),
    asOf,
    nextCursor,
    previousCursor: nullable(
      Type.String({
        description: "Pass it as `cursor` to get the page before; null on the first page.",
      }),
    ),
  },
  { description: "Part of the leaderboard, all of one moment." },
);
export type LeaderboardJson = Static<typeof LeaderboardReply>;

export const StandingsBody = closed(
  {
    gamers: Type.Array(handle, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: "Friends, a match, a clan: whoever is to be compared.",
    }),
  },
  { examples: [{ gamers: ["ada", "grace"] }] },
);

export const StandingsReply = Type.Object(
  {
    standings: Type.Array(ref(LeaderboardEntrySchema), {
      description: "The best first, those without a rank last.",
    }),
    missing: Type.Array(Type.String(), {
      description: "The handles of those who have no entry in the tournament.",
    }),
    asOf,
  },
  { description: "The gamers asked for, with their ranks among all, all of one moment." },
);
export type StandingsJson = Static<typeof StandingsReply>;
