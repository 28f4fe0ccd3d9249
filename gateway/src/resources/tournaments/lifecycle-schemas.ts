import { Type, type Static } from "typebox";
import { closed, handle } from "../../openapi/fields.ts";

// A default makes a body optional: an absent one is read as this.
const MAY_BE_ABSENT = { default: {} };

export const NoBody = closed({}, { ...MAY_BE_ABSENT, description: "Absent, or an empty object." });

export const CompleteBody = closed(
  {
    ranks: Type.Optional(
      Type.Array(
        closed({
          gamer: handle,
          rank: Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description: "1 plus the number of gamers placed better.",
          }),
        }),
        {
          maxItems: 10_000,
          description:
            "Final ranks of gamers still in, from 1 without gaps; those not named share the rank after them.",
        },
      ),
    ),
  },
  {
    ...MAY_BE_ABSENT,
    examples: [
      {
        ranks: [
          { gamer: "ada", rank: 1 },
          { gamer: "grace", rank: 2 },
        ],
      },
    ],
  },
);
export type CompleteInput = Static<typeof CompleteBody>;
