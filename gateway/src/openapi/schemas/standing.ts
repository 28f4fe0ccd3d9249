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
    score: nullable(
      whole("The score of the gamer, computed from the attempts. Null if no attempt counts."),
    ),
    tieBreaks: Type.Array(Type.Integer(), {
      description: "The tie-breaks of the gamer, in the order of the tournament's scoring.",
    }),
    attempts: Type.Integer({
      description: "The number of attempts used, including held attempts.",
    }),
    attemptsLeft: Type.Integer({ description: "The number of attempts that the gamer has left." }),
    reachedAt: nullable(
      dateTime("When the attempt that last changed `score` or `tieBreaks` was recorded."),
    ),
    rank: Type.Optional(
      nullable(
        Type.Integer({
          description:
            "The rank that the gamer would have if the tournament ended now. Null for a disqualified gamer. Also null for a gamer in the tournament who has no score, until the tournament ends or is canceled. The response to a submitted score has this field only with `rank=true`.",
        }),
      ),
    ),
  },
  {
    $id: "Standing",
    examples: [EXAMPLES.Standing],
    description: "The score of a gamer in a tournament, computed from all attempts.",
  },
);
