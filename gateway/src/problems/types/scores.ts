import type { ProblemType } from "./problem-type.ts";

/** Problems of scores that the current state forbids. Nothing was recorded. */
export const SCORE_PROBLEMS = {
  SCORE_NOT_FOUND: {
    status: 404,
    title: "There is no such score",
    when: "One of the ids in `scores` names no attempt of this tournament. Nothing was decided.",
    remedy: "List the tournament's scores; their `id` is what a review names.",
  },
  SCORES_NOT_ENABLED: {
    status: 409,
    title: "The tournament takes no scores",
    when: "The tournament was published without `scoring`.",
    remedy: "Set `scoring` when you create a tournament, or update it while it is pending.",
  },
  TOURNAMENT_NOT_STARTED: {
    status: 409,
    title: "The tournament has not started",
    when: "Scores are taken from the tournament's startTime on.",
    remedy: "Send it once the tournament has started.",
  },
  ATTEMPTS_EXHAUSTED: {
    status: 409,
    title: "The gamer has no attempts left",
    when: "The gamer has used up the `attempts` of the tournament's scoring. Held ones are used up too.",
    remedy: "Leave it out; an attempt that is taken back by a review is given back.",
  },
  ATTEMPT_REUSED: {
    status: 409,
    title: "The attempt was recorded with other content",
    when: "The gamer has an attempt of that name in this tournament, with another score, other tieBreaks or other metadata. It stays as it is.",
    remedy: "Give every attempt a name of its own, and repeat one with the same content.",
  },
  SCORE_OUT_OF_RANGE: {
    status: 409,
    title: "The score is out of range",
    when: "The score is less than `min` or more than `max` of the tournament's scoring.",
    remedy: "Check what was measured; the terms of a published tournament stay as they are.",
  },
  SCORE_OVERFLOW: {
    status: 409,
    title: "The sum of scores would grow too large",
    when: "The gamer's scores, or one of the tie-breaks, would add up to more than 2^53 - 1, or to less than its negative.",
    remedy: "Scale scores so that they add up to less.",
  },
} satisfies Record<string, ProblemType>;
