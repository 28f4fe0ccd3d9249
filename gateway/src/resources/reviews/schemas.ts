import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { attempt, ATTEMPT_STATES } from "../../openapi/schemas/attempt.ts";
import { decided } from "../../openapi/schemas/decided.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  handle,
  id,
  message,
  nextCursor,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";

const decision = Type.Enum(["accept", "void", "hold"], {
  description:
    "The decision. After `accept`, the attempt counts. After `void`, it does not count and the gamer can use the attempt again. After `hold`, it waits for another review.",
});
const reason = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 500,
  description:
    "The reason for the decision. It is stored with the decision and included in its event.",
});

const Decision = Type.Object({ decision, ...decided });

export const ReviewedScoreSchema = Type.Object(
  {
    tournament: id("The id of the tournament."),
    ...attempt,
    decisions: Type.Array(Decision, {
      maxItems: 10,
      description:
        "The last ten decisions on the attempt, the latest last. The response to a review and its event have only the new decision.",
    }),
  },
  {
    $id: "ReviewedScore",
    examples: [EXAMPLES.ReviewedScore],
    description: "An attempt of a gamer, and the decisions on it.",
  },
);
export type ReviewedScoreJson = Static<typeof ReviewedScoreSchema>;

const scoreId = Type.String({
  pattern: PATTERNS.uuid.pattern,
  description: "The `id` of an attempt.",
});

export const ReviewBody = closed(
  {
    scores: Type.Array(scoreId, {
      minItems: 1,
      maxItems: 1_000,
      uniqueItems: true,
      description: "The ids of the attempts to review.",
    }),
    decision,
    reason,
  },
  {
    examples: [{ scores: [EXAMPLES.Score.id], decision: "accept", reason: "The replay is clean" }],
  },
);
export const ReviewReply = Type.Object(
  {
    message,
    scores: Type.Array(ref(ReviewedScoreSchema), { description: "The reviewed attempts." }),
  },
  { description: "The reviewed attempts, in the order of the request." },
);

export const ListScoresQuery = closed({
  ...pageQuery(100, 50),
  gamer: Type.Optional({ ...handle, description: "Returns only attempts of this gamer." }),
  state: Type.Optional(
    Type.Enum([...ATTEMPT_STATES], { description: "Returns only attempts in this state." }),
  ),
});
export const ScoreListReply = Type.Object(
  {
    scores: Type.Array(ref(ReviewedScoreSchema), { description: "The attempts on this page." }),
    nextCursor,
  },
  { description: "A page of attempts, newest first." },
);
