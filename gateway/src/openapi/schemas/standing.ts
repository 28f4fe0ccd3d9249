import { Type } from "typebox";
import { EXAMPLES } from "../examples/examples.ts";
import { dateTime, nullable } from "./fields.ts";

const MOST = Number.MAX_SAFE_INTEGER;

/** An integer that a double counts exactly, as scores are. */
export const whole = (description: string) =>
  Type.Integer({ minimum: -MOST, maximum: MOST, description });

/** What a gamer's attempts come to, as answers tell it. */
export const StandingSchema = Type.Object(
  {
    score: nullable(whole("What the gamer's attempts come to; null without one that counts.")),
    tieBreaks: Type.Array(Type.Integer()),
    attempts: Type.Integer({ description: "How many attempts are used up, held ones included." }),
    attemptsLeft: Type.Integer(),
    reachedAt: nullable(
      dateTime("When the attempt was recorded that last changed score or tieBreaks."),
    ),
    rank: Type.Optional(
      nullable(
        Type.Integer({
          description:
            "The rank if the tournament ended now. It is null for a disqualified gamer and, until the end or a cancellation, for a gamer who is in without a score. The answer to a score has it only if the request has `rank=true`.",
        }),
      ),
    ),
  },
  {
    $id: "Standing",
    examples: [EXAMPLES.Standing],
    description: "What a gamer's attempts in a tournament come to.",
  },
);
