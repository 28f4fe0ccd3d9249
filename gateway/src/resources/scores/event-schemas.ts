import { Type } from "typebox";
import { DATA_EXAMPLES } from "../../openapi/examples/events.ts";
import { id, ref } from "../../openapi/schemas/fields.ts";
import { ScoreSchema } from "./schemas.ts";
import { StandingSchema } from "../../openapi/schemas/standing.ts";

const tournament = id("The tournament.");

/** An attempt as events show it. */
const EventScoreSchema = Type.Object(
  { tournament, ...ScoreSchema.properties },
  {
    $id: "EventScore",
    examples: [DATA_EXAMPLES["score.held"].score],
    description: "An attempt of a gamer, and what the gamer's attempts came to after it.",
  },
);

/** Attempts that were recorded together, as events show them. */
const EventScoresSchema = Type.Object(
  {
    tournament,
    firstSequence: Type.Integer({
      description:
        "The place of the first of them in the order in which the tournament's scores were recorded.",
    }),
    lastSequence: Type.Integer({ description: "The place of the last one." }),
    attempts: Type.Integer({
      description: "How many they are; other callers' may stand between the two places.",
    }),
    gamers: Type.Array(
      Type.Object({
        gamer: id("Gamer record identifier."),
        gamerHandle: Type.String({ description: "The gamer's handle." }),
        entry: id("Entry identifier."),
        standing: ref(StandingSchema),
      }),
      { maxItems: 50, description: "Whose they are; the first fifty of them." },
    ),
    gamersCount: Type.Integer({ description: "How many gamers there are." }),
  },
  {
    $id: "EventScores",
    examples: [DATA_EXAMPLES["score.recorded"].scores],
    description: "Attempts of a tournament that were recorded together.",
  },
);
export const EVENT_SCORE_SCHEMAS = [EventScoreSchema, EventScoresSchema];
