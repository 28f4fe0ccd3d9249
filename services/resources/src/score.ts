import {
  ScoreState,
  ScoreVerdict,
  type LeaderboardEntry as LeaderboardEntryMessage,
  type Score as ScoreMessage,
  type ScoreDecision as ScoreDecisionMessage,
  type Standing as StandingMessage,
} from "@tms/proto/tms/entry/v1/entry";
import type { ScoreRecorded } from "@tms/proto/tms/event/v1/event";
import { Type } from "typebox";
import { decidedFields, Entry, ENTRY_STATES, Gamer } from "./entry.ts";
import * as field from "./field.ts";
import { exactInteger, idSchema, momentSchema, nullable, resource } from "./resource.ts";
import { ifMetadata, metadata, METADATA_BYTES } from "./values/metadata.ts";
import { isoOrNull } from "./values/times.ts";

export const SCORE_STATES = field.words(ScoreState);
export const SCORE_VERDICTS = field.words(ScoreVerdict);

interface Scored {
  score?: bigint | undefined;
  tieBreaks: bigint[];
}
const scoreOrNull = (description: string) =>
  field.of(nullable(exactInteger(description)), ({ score }: Scored) =>
    score === undefined ? null : Number(score),
  );
const tieBreaks = (description: string) =>
  field.of(Type.Array(Type.Integer(), { description }), (scored: Scored) =>
    scored.tieBreaks.map(Number),
  );
const metadataOrNull = (json: string) => ifMetadata(json).metadata ?? null;
const RANK =
  "The rank that the gamer would have if the tournament ended now. Null for a disqualified gamer. Also null for a gamer in the tournament who has no score, until the tournament ends or is cancelled.";
const OF_GAMER = "The tie-breaks of the gamer, in the order of the tournament's scoring.";

interface Shown {
  /** True if the request asks for ranks. */
  withRank: boolean;
}

export const Standing = resource<StandingMessage, Shown>()(
  "Standing",
  "The score of a gamer in a tournament, computed from all attempts.",
  {
    score: 80_100,
    tieBreaks: [75],
    attempts: 2,
    attemptsLeft: 9_998,
    reachedAt: "2030-05-01T18:20:00.310Z",
  },
  {
    score: scoreOrNull(
      "The score of the gamer, computed from the attempts. Null if no attempt counts.",
    ),
    tieBreaks: tieBreaks(OF_GAMER),
    attempts: field.integer("The number of attempts used, including held attempts."),
    attemptsLeft: field.integer("The number of attempts that the gamer has left."),
    reachedAt: field.momentOrNull(
      "When the attempt that last changed `score` or `tieBreaks` was recorded.",
      "reachTime",
    ),
    rank: field.optional(
      nullable(
        Type.Integer({
          description: `${RANK} The response to a submitted score has this field only with \`rank=true\`.`,
        }),
      ),
      ({ rank }, { withRank }) => (withRank ? (rank ?? null) : undefined),
    ),
  },
);

const attemptExample = {
  id: "3d7e9a14-52b8-5f06-8c1d-0a9b8c7d6e5f",
  gamer: Gamer.example.id,
  gamerHandle: Gamer.example.handle,
  entry: Entry.example.id,
  attempt: "match-4711",
  score: 41_200,
  tieBreaks: [37],
  state: "counted" as const,
  metadata: { map: "Dust" },
  createdAt: "2030-05-01T18:20:00.310Z",
};
const tournament = field.id("The id of the tournament.", "tournamentId");
const attempt = {
  id: field.id("The id of the attempt."),
  gamer: field.id("The id of the gamer.", "gamerId"),
  gamerHandle: field.text("The handle of the gamer.", "handle"),
  entry: field.id("The id of the gamer's entry.", "entryId"),
  attempt: field.textOrNull(
    "The name of the attempt. Null if the attempt was sent without a name.",
  ),
  score: field.of(exactInteger("The score of the attempt."), ({ score }: ScoreMessage) =>
    Number(score),
  ),
  tieBreaks: tieBreaks("The tie-breaks of the attempt, in the order of the tournament's scoring."),
  state: SCORE_STATES.field(
    "A `counted` attempt counts towards the gamer's score. A `held` attempt waits for a review: it does not count, but uses one of the gamer's attempts. A `void` attempt does not count and does not use an attempt.",
  ),
  metadata: field.of(nullable(metadata(METADATA_BYTES)), (score: ScoreMessage) =>
    metadataOrNull(score.metadata),
  ),
  createdAt: field.moment("When the attempt was recorded.", "createTime"),
};
const recorded = { ...attempt, standing: field.one(Standing, "standing") };
const OF_ATTEMPT = "An attempt of a gamer, and the standing of the gamer after it.";

export const Score = resource<ScoreMessage, Shown>()(
  "Score",
  OF_ATTEMPT,
  { ...attemptExample, standing: Standing.example },
  recorded,
);

/** An attempt in its `score.held` event. */
export const EventScore = resource<ScoreMessage, Shown>()(
  "EventScore",
  OF_ATTEMPT,
  { tournament: Entry.example.tournament, ...Score.example, score: 99_999, state: "held" },
  { tournament, ...recorded },
);

const ScoreDecision = resource<ScoreDecisionMessage>()(
  "ScoreDecision",
  "A decision on an attempt.",
  {
    decision: "accept",
    reason: "The replay is clean",
    actor: { type: "api_key", id: "0197d9a3-1c2d-7e3f-a4b5-c6d7e8f90a1b" },
    decidedAt: "2030-05-01T18:31:00.000Z",
  },
  {
    decision: SCORE_VERDICTS.field(
      "The decision. After `accept`, the attempt counts. After `void`, it does not count and the gamer can use the attempt again. After `hold`, it waits for another review.",
      "verdict",
    ),
    ...decidedFields,
  },
);
export const scoreVerdict = ScoreDecision.schema.properties.decision;

export const ReviewedScore = resource<ScoreMessage>()(
  "ReviewedScore",
  "An attempt of a gamer, and the decisions on it.",
  {
    tournament: Entry.example.tournament,
    ...attemptExample,
    decisions: [ScoreDecision.example],
  },
  {
    tournament,
    ...attempt,
    decisions: field.of(
      Type.Array(Type.Object(ScoreDecision.schema.properties), {
        maxItems: 10,
        description:
          "The last ten decisions on the attempt, the latest last. The response to a review and its event have only the new decision.",
      }),
      ({ decisions }) => decisions.map((one) => ScoreDecision.toJson(one)),
    ),
  },
);

export const LeaderboardEntry = resource<LeaderboardEntryMessage, { withMetadata: boolean }>()(
  "LeaderboardEntry",
  "A line of a leaderboard: an entry, its score and its rank.",
  {
    rank: 1,
    entry: Entry.example.id,
    gamer: Gamer.example.id,
    gamerHandle: Gamer.example.handle,
    displayName: "Ada Lovelace",
    score: Standing.example.score,
    tieBreaks: Standing.example.tieBreaks,
    attempts: Standing.example.attempts,
    reachedAt: Standing.example.reachedAt,
    state: "in",
  },
  {
    // A page has many lines. These functions are faster than fields that look up their member by name.
    rank: field.of(nullable(Type.Integer({ description: RANK })), ({ rank }) => rank || null),
    entry: field.of(idSchema("The id of the entry."), ({ entryId }) => entryId),
    gamer: field.of(idSchema("The id of the gamer."), ({ gamerId }) => gamerId),
    gamerHandle: field.of(
      Type.String({ description: "The handle of the gamer." }),
      ({ handle }) => handle,
    ),
    displayName: field.optional(
      Type.String({ description: "The display name of the gamer, if the gamer has one." }),
      ({ displayName }) => displayName || undefined,
    ),
    score: scoreOrNull("The score of the gamer. Null if no attempt counts."),
    tieBreaks: tieBreaks(OF_GAMER),
    attempts: field.of(
      Type.Integer({ description: "The number of attempts used, including held attempts." }),
      ({ attempts }) => attempts,
    ),
    reachedAt: field.of(
      nullable(momentSchema("When the gamer reached the score.")),
      ({ reachTime }) => isoOrNull(reachTime),
    ),
    state: field.of(ENTRY_STATES.schema("The state of the entry."), ({ state }) =>
      ENTRY_STATES.get(state),
    ),
    metadata: field.optional(nullable(metadata(METADATA_BYTES)), (line, { withMetadata }) =>
      withMetadata ? metadataOrNull(line.metadata) : undefined,
    ),
  },
);

/** The attempts of one `score.recorded` event: their number, and the standings of at most 50 gamers. */
export const EventScores = resource<ScoreRecorded>()(
  "EventScores",
  "The attempts of one `score.recorded` event. They belong to one tournament and come from one caller.",
  {
    tournament: Entry.example.tournament,
    firstSequence: 4_711,
    lastSequence: 4_712,
    attempts: 2,
    gamers: [
      {
        gamer: Gamer.example.id,
        gamerHandle: Gamer.example.handle,
        entry: Entry.example.id,
        standing: Standing.example,
      },
    ],
    gamersCount: 1,
  },
  {
    tournament: field.id("The id of the tournament.", "tournamentId"),
    firstSequence: field.integer(
      "The sequence number of the first of these attempts among all attempts of the tournament.",
    ),
    lastSequence: field.integer("The sequence number of the last of these attempts."),
    attempts: field.integer(
      "The number of attempts in this event. Attempts of other callers can have sequence numbers in between.",
    ),
    gamers: field.of(
      Type.Array(Type.Pick(Score.schema, ["gamer", "gamerHandle", "entry", "standing"]), {
        maxItems: 50,
        description: "The gamers of these attempts, at most 50, with their new standings.",
      }),
      ({ gamers }) =>
        gamers.map(({ gamerId, handle, entryId, standing }) => ({
          gamer: gamerId,
          gamerHandle: handle,
          entry: entryId,
          standing: Standing.toJson(standing, { withRank: false }),
        })),
    ),
    gamersCount: field.integer("The number of gamers who made these attempts.", "gamerCount"),
  },
);
