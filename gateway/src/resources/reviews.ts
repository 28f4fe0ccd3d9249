import { ref } from "@tms/resources/resource";
import {
  ReviewedScore,
  Score,
  SCORE_STATES,
  SCORE_VERDICTS,
  scoreVerdict,
} from "@tms/resources/score";
import { Type } from "typebox";
import {
  closed,
  decisionReason,
  handle,
  message,
  nextCursor,
  pageQuery,
} from "../openapi/fields.ts";
import { PATTERNS } from "../openapi/patterns.ts";
import { operationsOf } from "../rest/operation.ts";

// Large enough for a thousand ids.
const IDS_LIMIT_BYTES = 1024 * 1024;

const { get, patch } = operationsOf("scores");

/** The operations that review scores. */
export const reviewOperations = [
  patch("reviewScores", "/tournament/:tournamentId/review", {
    scope: "entries:write",
    bodyLimit: IDS_LIMIT_BYTES,
    summary: "Review scores",
    description:
      "Accepts, voids or holds up to 1,000 attempts. Either the decision applies to all of them or to none. Needs a published tournament that has not ended. The gamers' scores are computed again, in the order in which the attempts were recorded. The latest decision on an attempt applies. Held attempts without a decision at the end do not count. Needs the scope `entries:write`.",
    body: closed(
      {
        scores: Type.Array(
          Type.String({
            pattern: PATTERNS.uuid.pattern,
            description: "The `id` of an attempt.",
          }),
          {
            minItems: 1,
            maxItems: 1_000,
            uniqueItems: true,
            description: "The ids of the attempts to review.",
          },
        ),
        decision: scoreVerdict,
        reason: decisionReason,
      },
      {
        examples: [
          { scores: [Score.example.id], decision: "accept", reason: "The replay is clean" },
        ],
      },
    ),
    problems: [
      "TOURNAMENT_NOT_PUBLISHED",
      "TOURNAMENT_ENDED",
      "SCORES_NOT_ENABLED",
      "SCORE_NOT_FOUND",
      "ATTEMPTS_EXHAUSTED",
      "SCORE_OVERFLOW",
    ],
    returns: "The reviewed attempts, in the order of the request.",
    reply: {
      message,
      scores: Type.Array(ref(ReviewedScore.schema), { description: "The reviewed attempts." }),
    },
    async handle({ body, params, mutation }, { entry }) {
      const { decision, reason } = body;
      const { scores } = await entry.reviewScores({
        ...mutation,
        ...params,
        // Normalized, so that an attempt that is named twice is refused as a repeated value.
        scoreIds: body.scores.map((id) => id.toLowerCase()),
        verdict: SCORE_VERDICTS.value(decision),
        reason,
      });
      const withReason = scores.map((one) => ({
        ...one,
        decisions: one.decisions.map((each) => ({ ...each, reason })),
      }));
      return {
        message: "Scores reviewed successfully",
        scores: withReason.map((one) => ReviewedScore.toJson(one)),
      };
    },
  }),

  get("listScores", "/tournament/:tournamentId/scores", {
    scope: "read",
    summary: "List scores",
    description:
      "Returns the attempts of a tournament, newest first, with the decisions on them. You can filter by gamer and by state. Needs the scope `read`.",
    query: {
      ...pageQuery(100, 50),
      gamer: Type.Optional({ ...handle, description: "Returns only attempts of this gamer." }),
      state: Type.Optional(SCORE_STATES.schema("Returns only attempts in this state.")),
    },
    problems: ["SCORES_NOT_ENABLED", "GAMER_NOT_FOUND", "INVALID_PAGE_TOKEN"],
    returns: "A page of attempts, newest first.",
    reply: {
      scores: Type.Array(ref(ReviewedScore.schema), { description: "The attempts on this page." }),
      nextCursor,
    },
    async handle({ query: { gamer, state }, page, target }, { entry }) {
      const { scores, nextPageToken } = await entry.listScores({
        ...target,
        ...page,
        ...(gamer !== undefined && { handle: gamer }),
        ...(state !== undefined && { state: SCORE_STATES.value(state) }),
      });
      return {
        scores: scores.map((one) => ReviewedScore.toJson(one)),
        nextCursor: nextPageToken || null,
      };
    },
  }),
];
