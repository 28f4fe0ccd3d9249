import { Type } from "typebox";
import { dateTime, id, nullable } from "./fields.ts";
import { metadata, METADATA_BYTES } from "./metadata.ts";
import { whole } from "./standing.ts";

/** Whether an attempt counts. */
export const ATTEMPT_STATES = ["counted", "held", "void"] as const;

/** The fields of an attempt in an answer. */
export const attempt = {
  id: id("Attempt identifier."),
  gamer: id("Gamer record identifier."),
  gamerHandle: Type.String({ description: "The gamer's handle." }),
  entry: id("Entry identifier."),
  attempt: nullable(
    Type.String({ description: "The attempt's name; null for one named by its request." }),
  ),
  score: whole("What the attempt scored."),
  tieBreaks: Type.Array(Type.Integer()),
  state: Type.Enum([...ATTEMPT_STATES], {
    description:
      "A held attempt waits for a review: it uses up an attempt and does not count. A void one does neither.",
  }),
  metadata: nullable(metadata(METADATA_BYTES)),
  createdAt: dateTime("When it was recorded."),
};
