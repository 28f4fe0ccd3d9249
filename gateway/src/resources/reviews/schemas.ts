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
    "`accept` has the attempt count, `void` takes it back, `hold` has it wait. The latest decision holds.",
});
const reason = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 500,
  description: "Why: kept with the decision, and told by its event.",
});

const Decision = Type.Object({ decision, ...decided });

export const ReviewedScoreSchema = Type.Object(
  {
    tournament: id("Tournament identifier."),
    ...attempt,
    decisions: Type.Array(Decision, {
      maxItems: 10,
      description:
        "The last ten decisions on it, the latest last; in the answer to a review, and in its event, that one alone.",
    }),
  },
  {
    $id: "ReviewedScore",
    examples: [EXAMPLES.ReviewedScore],
    description: "An attempt of a gamer, and what was decided on it.",
  },
);
export type ReviewedScoreJson = Static<typeof ReviewedScoreSchema>;

const scoreId = Type.String({
  pattern: PATTERNS.uuid.pattern,
  description: "An attempt's `id`.",
});

export const ReviewBody = closed(
  {
    scores: Type.Array(scoreId, {
      minItems: 1,
      maxItems: 1_000,
      uniqueItems: true,
      description: "Decided on together, all or none.",
    }),
    decision,
    reason,
  },
  {
    examples: [{ scores: [EXAMPLES.Score.id], decision: "accept", reason: "The replay is clean" }],
  },
);
export const ReviewReply = Type.Object(
  { message, scores: Type.Array(ref(ReviewedScoreSchema)) },
  { description: "The attempts as they are now, in the order of the request." },
);

export const ListScoresQuery = closed({
  ...pageQuery(100, 50),
  gamer: Type.Optional(handle),
  state: Type.Optional(
    Type.Enum([...ATTEMPT_STATES], { description: "Only those in this state." }),
  ),
});
export const ScoreListReply = Type.Object(
  { scores: Type.Array(ref(ReviewedScoreSchema)), nextCursor },
  { description: "A page of attempts, the newest first." },
);
