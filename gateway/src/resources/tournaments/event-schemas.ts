import { Type } from "typebox";
import { DATA_EXAMPLES } from "../../openapi/examples/events.ts";
import { nullable, ref } from "../../openapi/schemas/fields.ts";
import { metadata, TOURNAMENT_METADATA_BYTES } from "@tms/resources/values/metadata";
import { shared, stamps } from "./schemas.ts";
import { ScoringSchema } from "./scoring.ts";

const { prizePool: _, ...inEvents } = shared;

/** A tournament as events show it. */
export const EventTournamentSchema = Type.Object(
  { ...inEvents, ...stamps },
  {
    $id: "EventTournament",
    examples: [DATA_EXAMPLES["tournament.created"].tournament],
    description:
      "The tournament after the change, without its prize pool. Retrieve the tournament to get the prize pool. A very long description is cut.",
  },
);

/** What an update changed. */
export const EventTournamentPreviousSchema = Type.Partial(
  Type.Object({
    ...inEvents,
    scoring: nullable(ref(ScoringSchema)),
    metadata: nullable(metadata(TOURNAMENT_METADATA_BYTES)),
    ...stamps,
  }),
  {
    $id: "EventTournamentPrevious",
    examples: [DATA_EXAMPLES["tournament.updated"].previous],
    description: "The previous values of the fields that the update changed.",
  },
);
