import type { ProblemType } from "./problem-type.ts";

/** Problems of scores, and of decisions on scores. A refused score or decision is not recorded. */
export const SCORE_PROBLEMS = {
  SCORE_NOT_FOUND: {
    status: 404,
    title: "The score was not found",
    when: "The tournament has no attempt with one of the ids in `scores`. No decision was recorded.",
    remedy: "List the tournament's scores and send their `id` values.",
  },
  SCORES_NOT_ENABLED: {
    status: 409,
    title: "The tournament does not take scores",
    when: "The tournament has no `scoring`.",
    remedy:
      "Set `scoring` when you create a tournament, or while it is pending and has not started.",
  },
  TOURNAMENT_NOT_STARTED: {
    status: 409,
    title: "The tournament has not started",
    when: "The tournament takes scores only after its startTime.",
    remedy: "Send the score again after the tournament has started.",
  },
  ATTEMPTS_EXHAUSTED: {
    status: 409,
    title: "The gamer has no attempts left",
    when: "The gamer has used all `attempts` that the tournament's scoring allows. Held attempts count towards this limit.",
    remedy:
      "Do not send the score again. To give an attempt back, void another attempt of the gamer in a review.",
  },
  ATTEMPT_REUSED: {
    status: 409,
    title: "The attempt was already recorded with different content",
    when: "The gamer already has an attempt with that name in this tournament, with a different score, `tieBreaks` or `metadata`. The recorded attempt is unchanged.",
    remedy: "Use a different name for each attempt. When you retry, send exactly the same content.",
  },
  SCORE_OUT_OF_RANGE: {
    status: 409,
    title: "The score is out of range",
    when: "The score is below `min` or above `max` of the tournament's scoring.",
    remedy: "Check the score. You cannot change the scoring of a published tournament.",
  },
  SCORE_OVERFLOW: {
    status: 409,
    title: "The sum of the scores is too large",
    when: "The sum of the gamer's scores, or of one of the tie-breaks, would be above 2^53 - 1 or below -(2^53 - 1).",
    remedy: "Use a coarser unit for scores and tie-breaks.",
  },
} satisfies Record<string, ProblemType>;
