import { Type } from "typebox";
import { dateTime, id, nullable } from "./fields.ts";
import { metadata, METADATA_BYTES } from "@tms/resources/values/metadata";
import { whole } from "./standing.ts";

/** Whether an attempt counts. */
export const ATTEMPT_STATES = ["counted", "held", "void"] as const;

/** The fields of an attempt in an answer. */
export const attempt = {
  id: id("The id of the attempt."),
  gamer: id("The id of the gamer."),
  gamerHandle: Type.String({ description: "The handle of the gamer." }),
  entry: id("The id of the gamer's entry."),
  attempt: nullable(
    Type.String({
      description: "The name of the attempt. Null if the attempt was sent without a name.",
    }),
  ),
  score: whole("The score of the attempt."),
  tieBreaks: Type.Array(Type.Integer(), {
    description: "The tie-breaks of the attempt, in the order of the tournament's scoring.",
  }),
  state: Type.Enum([...ATTEMPT_STATES], {
    description:
      "A `counted` attempt counts towards the gamer's score. A `held` attempt waits for a review: it does not count, but uses one of the gamer's attempts. A `void` attempt does not count and does not use an attempt.",
  }),
  metadata: nullable(metadata(METADATA_BYTES)),
  createdAt: dateTime("When the attempt was recorded."),
};
