import { Type } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, nullable } from "../../openapi/schemas/fields.ts";

const MOST = Number.MAX_SAFE_INTEGER;
const integer = (description: string) =>
  Type.Integer({ minimum: -MOST, maximum: MOST, description });

const direction = (description: string) => Type.Enum(["higher", "lower"], { description });

const operator = Type.Enum(["best", "last", "sum"], {
  description:
    "How attempts become the gamer's score: the best of them with its own tie-breaks, the latest, or all added up.",
});
const counted = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "With `sum`: only the best so many attempts are added up.",
});
const better = direction("Which score is better.");
const tieBreaks = Type.Array(direction("Which of the numbers is better."), {
  maxItems: 3,
  description:
    "Further numbers of an attempt, compared in this order when scores are equal: which of them is better.",
});
const ties = Type.Enum(["shared", "earliest"], {
  description:
    "Equal in score and tie-breaks: share the rank (1, 2, 2, 4), or who reached it first is better.",
});
const attempts = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: "Attempts that a gamer has.",
});
const min = integer("Lower scores are refused.");
const max = integer("Higher scores are refused.");
const reviewFrom = integer("Attempts as good as this or better are held for review.");
const noScore = Type.Enum(["out", "in"], {
  description:
    "What a gamer is who is in to the end without a score: behind everybody and never paid, or behind those with a score and paid by rank.",
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
      "How scores become ranks. Scores and tie-breaks are integers within ±(2^53 − 1); what they are scaled by is the game's business.",
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
      "The tournament takes scores, and they become ranks as said here; without it none are taken. Replaced as a whole, never removed: send what a tournament has with what is to change. When absent: operator `best`, direction `higher`, no tie-breaks, ties `shared`, 10,000 attempts, noScore `out`, and no limits, for which null says the same.",
    examples: [{ operator: "sum", counted: 5, tieBreaks: ["lower"] }],
  },
);
