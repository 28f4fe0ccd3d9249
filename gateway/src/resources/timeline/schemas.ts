import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, dateTime, money, ref } from "../../openapi/schemas/fields.ts";

const MOST_BUCKETS = 200;

export const TimelinePointSchema = Type.Object(
  {
    at: dateTime("The moment that is told of."),
    entries: Type.Integer({ description: "Gamers who had joined." }),
    eliminated: Type.Integer({
      description: "Those of them who were out, but for the disqualified.",
    }),
    disqualified: Type.Integer({
      description: "Those of them who were disqualified, and still are.",
    }),
    prizePool: money("Their entry fees: what the pool held as long as nothing was paid out of it."),
  },
  {
    $id: "TimelinePoint",
    examples: [EXAMPLES.TimelinePoint],
    description: "How a tournament stood at one moment.",
  },
);
export type TimelinePointJson = Static<typeof TimelinePointSchema>;

export const TimelineQuery = closed({
  buckets: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_BUCKETS,
      description: "How many points at most; 60 when absent.",
    }),
  ),
});
export const TimelineReply = Type.Object(
  { timeline: Type.Array(ref(TimelinePointSchema), { maxItems: MOST_BUCKETS }) },
  {
    description:
      "Points at equal distances from the first join on, the last one at the end of the tournament, or now; none before the first join.",
  },
);
