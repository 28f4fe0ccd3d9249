import { Type } from "typebox";
import { DATA_EXAMPLES } from "../../openapi/examples/events.ts";
import { id, ref } from "../../openapi/schemas/fields.ts";
import { ScoreSchema } from "./schemas.ts";
import { StandingSchema } from "../../openapi/schemas/standing.ts";

const tournament = id("The id of the tournament.");

/** An attempt as events show it. */
const EventScoreSchema = Type.Object(
  { tournament, ...ScoreSchema.properties },
  {
    $id: "EventScore",
    examples: [DATA_EXAMPLES["score.held"].score],
    description: "An attempt of a gamer, and the standing of the gamer after it.",
  },
);

/** Attempts that were recorded together, as events show them. */
const EventScoresSchema = Type.Object(
  {
    tournament,
    firstSequence: Type.Integer({
      description:
        "The sequence number of the first of these attempts among all attempts of the tournament.",
    }),
    lastSequence: Type.Integer({
      description: "The sequence number of the last of these attempts.",
    }),
    attempts: Type.Integer({
      description:
        "The number of attempts in this event. Attempts of other callers can have sequence numbers in between.",
    }),
    gamers: Type.Array(
      Type.Object({
        gamer: id("The id of the gamer."),
        gamerHandle: Type.String({ description: "The handle of the gamer." }),
        entry: id("The id of the gamer's entry."),
        standing: ref(StandingSchema),
      }),
      {
        maxItems: 50,
        description: "The gamers of these attempts, at most 50, with their new standings.",
      },
    ),
    gamersCount: Type.Integer({ description: "The number of gamers who made these attempts." }),
  },
  {
    $id: "EventScores",
    examples: [DATA_EXAMPLES["score.recorded"].scores],
    description:
      "The attempts of one `score.recorded` event. They belong to one tournament and come from one caller.",
  },
);
export const EVENT_SCORE_SCHEMAS = [EventScoreSchema, EventScoresSchema];
