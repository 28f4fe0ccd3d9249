import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, dateTime, money, ref } from "../../openapi/schemas/fields.ts";

const MOST_BUCKETS = 200;

export const TimelinePointSchema = Type.Object(
  {
    at: dateTime("The time of this point."),
    entries: Type.Integer({ description: "The number of gamers who had joined." }),
    eliminated: Type.Integer({
      description: "The number of eliminated gamers, without disqualified gamers.",
    }),
    disqualified: Type.Integer({
      description: "The number of gamers who were disqualified at this time and still are.",
    }),
    prizePool: money("The sum of the entry fees. Payouts do not reduce it."),
  },
  {
    $id: "TimelinePoint",
    examples: [EXAMPLES.TimelinePoint],
    description: "The state of a tournament at one point in time.",
  },
);
export type TimelinePointJson = Static<typeof TimelinePointSchema>;

export const TimelineQuery = closed({
  buckets: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_BUCKETS,
      description: "The maximum number of points. The default is 60.",
    }),
  ),
});
export const TimelineReply = Type.Object(
  {
    timeline: Type.Array(ref(TimelinePointSchema), {
      maxItems: MOST_BUCKETS,
      description: "The points in time, oldest first.",
    }),
  },
  {
    description: "The timeline of the tournament, from the first join to its end or to now.",
  },
);
