import { originMessage } from "@tms/kit/rpc/origin";
import { derivedId } from "@tms/kit/values/ids";
import type { ReadLeaderboardResponse } from "@tms/proto/tms/entry/v1/entry";
import { many } from "@tms/resources/field";
import { exactInteger, ref } from "@tms/resources/resource";
import {
  LeaderboardEntry,
  ReviewedScore,
  Score,
  SCORE_STATES,
  SCORE_VERDICTS,
  scoreVerdict,
} from "@tms/resources/score";
import { metadata, METADATA_BYTES } from "@tms/resources/values/metadata";
import { isoOrNull } from "@tms/resources/values/times";
import type { FastifyRequest } from "fastify";
import { Type, type Static, type TObject } from "typebox";
import { originOf } from "../auth/principal.ts";
import { metadataText } from "../http/body/values.ts";
import { isRepeatable } from "../idempotency/repeats.ts";
import {
  closed,
  dateTime,
  decisionReason,
  handle,
  integer,
  matching,
  message,
  nextCursor,
  nullable,
  optional,
  pageQuery,
  trueOrFalse,
} from "@tms/resources/input";
import { MANY_ITEMS_BYTES } from "../rest/declaration.ts";
import { results, toResults } from "../rest/item-results.ts";
import { operationsOf } from "../rest/operation.ts";

// The entry service has the same default.
const DEFAULT_LIMIT = 50;

const score = ref(Score.schema);
const given = {
  gamer: handle,
  score: exactInteger("The score of the attempt, in any unit that your game uses."),
  ...optional({
    tieBreaks: Type.Array(exactInteger("A tie-break value."), {
      maxItems: 3,
      description: "The tie-breaks of the attempt, as many as the tournament's scoring has.",
    }),
    attempt: matching(
      "visible",
      "The name of the attempt: 1 to 100 visible ASCII characters, unique for the gamer in the tournament. A second request with the same name and content does not record another attempt. Without a name, the Idempotency-Key identifies the attempt.",
      { examples: ["match-4711"] },
    ),
    metadata: metadata(METADATA_BYTES),
    hold: Type.Boolean({
      description:
        "Whether to hold the attempt for review, regardless of its score. The default is false.",
    }),
  }),
};
const example = { gamer: "ada", score: 41_200, attempt: "match-4711" };

const rankQuery = { rank: trueOrFalse("Send `true` to include the rank in the standing.") };
const metadataQuery = trueOrFalse(
  "Send `true` to include the metadata of the attempts that determine the scores.",
);

const standings = (description: string) =>
  Type.Array(ref(LeaderboardEntry.schema), { description });
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
const toStandings = (found: ReadLeaderboardResponse, withMetadata: boolean) => ({
  standings: found.standings.map((line) => LeaderboardEntry.toJson(line, { withMetadata })),
  asOf: { sequence: Number(found.asOfSequence), at: isoOrNull(found.asOf) },
});

const { get, post, patch } = operationsOf("scores", { read: "read", write: "scores:write" });

export const scoreOperations = [
  get("getLeaderboard", "/tournament/:tournamentId/leaderboard", {
    isShared: true,
    summary: "Retrieve the leaderboard",
    description:
      "Returns a page of the leaderboard of a tournament that takes scores, with exact ranks. Gamers with a score come first, the best score first. Eliminated gamers follow, the latest elimination first. Within a shared rank, the gamer who joined first comes first. With `around`, the page shows the standings around a gamer. If one side has too few standings, the page shows more from the other side. For a gamer who is still in and has no score, the page shows the end of the leaderboard and then this gamer. Other gamers without a score who are still in are counted but not listed.",
    query: {
      limit: integer(
        "The maximum number of standings on a page. The default is 50. With `around`, the default is 21 and the maximum is 101.",
        1,
        1_000,
      ),
      cursor: Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          "The `nextCursor` or `previousCursor` of another page. Not allowed with `around`.",
      }),
      around: {
        ...handle,
        description: "The handle of a gamer. Returns the standings around this gamer.",
      },
      metadata: metadataQuery,
    },
    problems: ["SCORES_NOT_ENABLED", "GAMER_NOT_FOUND", "GAMER_NOT_ENTERED", "INVALID_PAGE_TOKEN"],
    returns: "A page of the leaderboard, as it was at one point in time.",
    reply: {
      standings: standings("The standings on this page, the best first."),
      entries: Type.Integer({
        description: "The number of entries in the tournament, without disqualified entries.",
      }),
      listed: Type.Integer({
        description:
          "The number of entries on the leaderboard: entries with a score and eliminated entries.",
      }),
      asOf,
      nextCursor: nextCursor.schema,
      previousCursor: nullable(
        Type.String({
          description:
            "Send this value as `cursor` to get the previous page. Null on the first page.",
        }),
      ),
    },
    async handle({ query, page, target, deadlineAt }, _clients, { readLeaderboard }) {
      const { around, limit, metadata: shown } = query;
      const withMetadata = shown === "true";
      const found = await readLeaderboard({
        of: target,
        deadlineAt,
        lines: limit ?? DEFAULT_LIMIT,
        read: { ...page, withMetadata, ...(around !== undefined && { around }) },
      });
      return {
        ...toStandings(found, withMetadata),
        entries: found.entries,
        listed: found.listed,
        nextCursor: found.nextPageToken || null,
        previousCursor: found.previousPageToken || null,
      };
    },
  }),

  post("getStandings", "/tournament/:tournamentId/leaderboard", {
    scope: "read",
    isQuestion: true,
    summary: "Retrieve the standings of gamers",
    description:
      "Returns the standings of up to 100 gamers, such as friends or the players of a match. The best standing comes first. The ranks count all gamers of the tournament. This operation only reads, so it ignores an Idempotency-Key.",
    query: { metadata: metadataQuery },
    body: {
      gamers: Type.Array(handle, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: "The handles of the gamers.",
      }),
    },
    example: { gamers: ["ada", "grace"] },
    problems: ["SCORES_NOT_ENABLED"],
    returns: "The standings of the requested gamers, as they were at one point in time.",
    reply: {
      standings: standings(
        "The standings of the gamers, the best first. Gamers without a rank come last.",
      ),
      missing: Type.Array(Type.String(), {
        description: "The handles of gamers without an entry in the tournament.",
      }),
      asOf,
    },
    async handle({ query, body, target, deadlineAt }, _clients, { readLeaderboard }) {
      const withMetadata = query.metadata === "true";
      // Normalized, so that a gamer that is named twice is refused as a repeated value.
      const handles = body.gamers.map((gamer) => gamer.normalize("NFC"));
      const found = await readLeaderboard({
        of: target,
        deadlineAt,
        lines: handles.length,
        read: { withMetadata, handles },
      });
      return { ...toStandings(found, withMetadata), missing: found.missing };
    },
  }),

  post("submitScore", "/tournament/:tournamentId/score", {
    summary: "Submit a score",
    description:
      "Records an attempt of a gamer who is in the tournament. Needs a published tournament that takes scores, has started and has not ended. The gamer must have joined before. If the tournament adds up attempts (`sum`), send `attempt` or an Idempotency-Key. A retry with the same `attempt` does not count again and returns 200. A retry with the same Idempotency-Key returns the original response.",
    query: rankQuery,
    body: given,
    example,
    problems: [
      "TOURNAMENT_NOT_PUBLISHED",
      "TOURNAMENT_NOT_STARTED",
      "TOURNAMENT_ENDED",
      "SCORES_NOT_ENABLED",
      "GAMER_NOT_FOUND",
      "GAMER_NOT_ENTERED",
      "GAMER_ALREADY_ELIMINATED",
      "GAMER_DISQUALIFIED",
      "ATTEMPTS_EXHAUSTED",
      "ATTEMPT_REUSED",
      "SCORE_OUT_OF_RANGE",
      "SCORE_OVERFLOW",
    ],
    statuses: [201, 200],
    returns: [
      "The attempt was recorded.",
      "The attempt was already recorded. Its standing is the current one.",
    ],
    reply: { message, score },
    async handle(call, _clients, { submit }) {
      const { request, reply, query, body, target, deadlineAt, requestId } = call;
      const withRank = query.rank === "true";
      const one = { ...createReader(request, target)(body, requestId, ""), withRank };
      const [result] = await submit({ of: target, deadlineAt, scores: [one] });
      if (result === undefined) throw new Error("the score has no outcome");
      if (result instanceof Error) throw result;
      if (result.recordedBefore) reply.code(200);
      return {
        message: result.recordedBefore ? "Score recorded before" : "Score recorded successfully",
        score: Score.toJson(result.score, { withRank }),
      };
    },
  }),

  post("submitScores", "/tournament/:tournamentId/scores", {
    bodyLimit: MANY_ITEMS_BYTES,
    summary: "Submit many scores",
    description:
      "Records up to 1,000 scores in their order, without scores of other requests between them. Each score has a separate result, and a failed score does not affect the others. The whole request fails if its body is invalid, or if the service is too busy. You can safely retry the whole request if each score has an `attempt`, or if you send the same Idempotency-Key. With `rank=true`, only the last score of each gamer in the request has a rank.",
    query: rankQuery,
    body: {
      scores: Type.Array(closed(given), {
        minItems: 1,
        maxItems: 1_000,
        description: "The scores to record, in this order.",
      }),
    },
    example: { scores: [example, { ...example, gamer: "grace", score: 39_850 }] },
    problems: ["SCORES_NOT_ENABLED"],
    returns: "The result of each score, in the order of the request.",
    reply: { message, results: results([200, 201], { score }) },
    async handle(call, _clients, { submit, publicUrl }) {
      const { request, query, body, target, deadlineAt, requestId } = call;
      const withRank = query.rank === "true";
      const read = createReader(request, target);
      // All scores are read before any is sent, so that an invalid request has no effect.
      const scores = body.scores.map((one, index) => ({
        ...read(one, derivedId("score", requestId, String(index)), `/scores/${index}`),
        withRank,
      }));
      const outcomes = await submit({ of: target, deadlineAt, scores });
      const items = { field: "scores", items: body.scores, publicUrl };
      return {
        message: "Scores processed",
        results: toResults(request, items, outcomes, (result) => ({
          status: result.recordedBefore ? (200 as const) : (201 as const),
          score: Score.toJson(result.score, { withRank }),
        })),
      };
    },
  }),
];

function createReader(request: FastifyRequest, ids: { gameId: string; tournamentId: string }) {
  const shared = {
    ...ids,
    origin: originMessage(originOf(request)),
    repeatable: isRepeatable(request),
  };
  return (one: Static<TObject<typeof given>>, requestId: string, pointer: string) => ({
    ...shared,
    requestId,
    handle: one.gamer,
    score: BigInt(one.score),
    tieBreaks: (one.tieBreaks ?? []).map(BigInt),
    metadata: metadataText(one.metadata, METADATA_BYTES, `${pointer}/metadata`),
    hold: one.hold === true,
    ...(one.attempt !== undefined && { attempt: one.attempt }),
  });
}

export const reviewOperations = [
  patch("reviewScores", "/tournament/:tournamentId/review", {
    scope: "entries:write",
    bodyLimit: MANY_ITEMS_BYTES,
    summary: "Review scores",
    description:
      "Accepts, voids or holds up to 1,000 attempts. Either the decision applies to all of them or to none. Needs a published tournament that has not ended. The gamers' scores are computed again, in the order in which the attempts were recorded. The latest decision on an attempt applies. Held attempts without a decision at the end do not count.",
    body: {
      scores: Type.Array(matching("uuid", "The `id` of an attempt."), {
        minItems: 1,
        maxItems: 1_000,
        uniqueItems: true,
        description: "The ids of the attempts to review.",
      }),
      decision: scoreVerdict,
      reason: decisionReason,
    },
    example: { scores: [Score.example.id], decision: "accept", reason: "The replay is clean" },
    problems: [
      "TOURNAMENT_NOT_PUBLISHED",
      "TOURNAMENT_ENDED",
      "SCORES_NOT_ENABLED",
      "SCORE_NOT_FOUND",
      "ATTEMPTS_EXHAUSTED",
      "SCORE_OVERFLOW",
    ],
    returns: "The reviewed attempts, in the order of the request.",
    done: "Scores reviewed successfully",
    reply: { scores: many(ReviewedScore, "The reviewed attempts.", "scores") },
    async handle({ body: { decision, reason, ...body }, mutation }, { entry }) {
      const { scores } = await entry.reviewScores({
        ...mutation,
        // Normalized, so that an attempt that is named twice is refused as a repeated value.
        scoreIds: body.scores.map((id) => id.toLowerCase()),
        verdict: SCORE_VERDICTS.value(decision),
        reason,
      });
      return {
        scores: scores.map((one) => ({
          ...one,
          decisions: one.decisions.map((each) => ({ ...each, reason })),
        })),
      };
    },
  }),

  get("listScores", "/tournament/:tournamentId/scores", {
    summary: "List scores",
    description:
      "Returns the attempts of a tournament, newest first, with the decisions on them. You can filter by gamer and by state.",
    query: {
      ...pageQuery(100, 50),
      gamer: { ...handle, description: "Returns only attempts of this gamer." },
      state: SCORE_STATES.schema("Returns only attempts in this state."),
    },
    problems: ["SCORES_NOT_ENABLED", "GAMER_NOT_FOUND", "INVALID_PAGE_TOKEN"],
    returns: "A page of attempts, newest first.",
    reply: { scores: many(ReviewedScore, "The attempts on this page.", "scores"), nextCursor },
    handle: ({ query: { gamer, state }, page, target }, { entry }) =>
      entry.listScores({
        ...target,
        ...page,
        handle: gamer,
        state: SCORE_STATES.value(state),
      }),
  }),
];
