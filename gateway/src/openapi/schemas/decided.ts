import { Type } from "typebox";
import { actor } from "./actor.ts";
import { dateTime } from "./fields.ts";

/** The fields of a decision in an answer, besides what was decided. */
export const decided = {
  reason: Type.String({ description: "The reason for the decision." }),
  actor,
  decidedAt: dateTime("When the decision was made."),
};
