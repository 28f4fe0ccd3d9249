import { Type } from "typebox";
import { nullable } from "./resource.ts";

const MAX = Number.MAX_SAFE_INTEGER;

/** Returns the schema of an integer that a double represents exactly, such as a score. */
export const exactInteger = (description: string) =>
  Type.Integer({ minimum: -MAX, maximum: MAX, description });

const direction = (description: string) => Type.Enum(["higher", "lower"], { description });

/** The schema of a tournament's scoring rules. `scoringTermsOf` of the kit reads the rules from a message. */
export const ScoringSchema = Type.Object(
  {
    operator: Type.Enum(["best", "last", "sum"], {
      description:
        "How attempts determine the score of a gamer. `best`: the best attempt with its tie-breaks. `last`: the latest attempt. `sum`: the sum of all attempts, including their tie-breaks.",
    }),
    counted: nullable(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description:
          "With `sum`, the number of best attempts that are added up. Null means all attempts.",
      }),
    ),
    direction: direction("Whether higher or lower scores are better."),
    tieBreaks: Type.Array(
      direction("Whether higher or lower values of this tie-break are better."),
      {
        maxItems: 3,
        description:
          "The tie-breaks of an attempt. They are compared in this order if scores are equal.",
      },
    ),
    ties: Type.Enum(["shared", "earliest"], {
      description:
        "How gamers with equal scores and tie-breaks rank. `shared`: they share a rank (1, 2, 2, 4). `earliest`: the gamer who reached the score first ranks better.",
    }),
    attempts: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: "The number of attempts that each gamer has.",
    }),
    min: nullable(exactInteger("The lowest score that the tournament takes. Null means no limit.")),
    max: nullable(
      exactInteger("The highest score that the tournament takes. Null means no limit."),
    ),
    reviewFrom: nullable(
      exactInteger(
        "Attempts with this score or a better one are held for review. Null means that no score is held.",
      ),
    ),
    noScore: Type.Enum(["out", "in"], {
      description:
        "The rank of gamers who are still in at the end without a score. `out`: they rank behind all other gamers and win no prize. `in`: they rank behind gamers with a score and win the prize of their rank.",
    }),
  },
  {
    $id: "Scoring",
    examples: [
      {
        operator: "sum",
        counted: 5,
        direction: "higher",
        tieBreaks: ["lower"],
        ties: "shared",
        attempts: 10_000,
        min: 0,
        max: null,
        reviewFrom: 1_000_000,
        noScore: "out",
      },
    ],
    description:
      "The rules that turn scores into ranks. Scores and tie-breaks are integers within ±(2^53 − 1), in any unit that your game uses.",
  },
);
