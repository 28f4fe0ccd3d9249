import { Type } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, nullable } from "../../openapi/schemas/fields.ts";

const MOST = Number.MAX_SAFE_INTEGER;
const integer = (description: string) =>
  Type.Integer({ minimum: -MOST, maximum: MOST, description });

const direction = (description: string) => Type.Enum(["higher", "lower"], { description });

const operator = Type.Enum(["best", "last", "sum"], {
  description:
    "How attempts determine the score of a gamer. `best`: the best attempt with its tie-breaks. `last`: the latest attempt. `sum`: the sum of all attempts, including their tie-breaks.",
});
const counted = Type.Integer({
  minimum: 1,
  maximum: 100,
  description:
    "With `sum`, the number of best attempts that are added up. Null means all attempts.",
});
const better = direction("Whether higher or lower scores are better.");
const tieBreaks = Type.Array(
  direction("Whether higher or lower values of this tie-break are better."),
  {
    maxItems: 3,
    description:
      "The tie-breaks of an attempt. They are compared in this order if scores are equal.",
  },
);
const ties = Type.Enum(["shared", "earliest"], {
  description:
    "How gamers with equal scores and tie-breaks rank. `shared`: they share a rank (1, 2, 2, 4). `earliest`: the gamer who reached the score first ranks better.",
});
const attempts = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: "The number of attempts that each gamer has.",
});
const min = integer("The lowest score that the tournament takes. Null means no limit.");
const max = integer("The highest score that the tournament takes. Null means no limit.");
const reviewFrom = integer(
  "Attempts with this score or a better one are held for review. Null means that no score is held.",
);
const noScore = Type.Enum(["out", "in"], {
  description:
    "The rank of gamers who are still in at the end without a score. `out`: they rank behind all other gamers and win no prize. `in`: they rank behind gamers with a score and win the prize of their rank.",
});

/** How a tournament's scores become ranks. */
export const ScoringSchema = Type.Object(
  {
    operator,
    counted: nullable(counted),
    direction: better,
    tieBreaks,
    ties,
    attempts,
    min: nullable(min),
    max: nullable(max),
    reviewFrom: nullable(reviewFrom),
    noScore,
  },
  {
    $id: "Scoring",
    examples: [EXAMPLES.Scoring],
    description:
      "The rules that turn scores into ranks. Scores and tie-breaks are integers within ±(2^53 − 1), in any unit that your game uses.",
  },
);

/** Scoring as a game sends it; what is absent is as it is by default. */
export const scoring = closed(
  {
    operator: Type.Optional(operator),
    counted: Type.Optional(nullable(counted)),
    direction: Type.Optional(better),
    tieBreaks: Type.Optional(tieBreaks),
    ties: Type.Optional(ties),
    attempts: Type.Optional(attempts),
    min: Type.Optional(nullable(min)),
    max: Type.Optional(nullable(max)),
    reviewFrom: Type.Optional(nullable(reviewFrom)),
    noScore: Type.Optional(noScore),
  },
  {
    description:
      "The rules that turn scores into ranks. A tournament without `scoring` takes no scores. An update replaces the whole object, so send all fields. An update cannot remove the object. The defaults are operator `best`, direction `higher`, no tie-breaks, ties `shared`, 10,000 attempts, noScore `out` and no limits.",
    examples: [{ operator: "sum", counted: 5, tieBreaks: ["lower"] }],
  },
);
