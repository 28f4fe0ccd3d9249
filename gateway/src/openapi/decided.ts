import { Type } from "typebox";
import { dateTime, id, nullable } from "./fields.ts";

/** Who did something. */
export const actor = Type.Object(
  { type: Type.Enum(["api_key", "user", "system"]), id: nullable(id("Null for the system.")) },
  { description: "Whose doing it is." },
);

/** The fields of a decision in an answer, besides what was decided. */
export const decided = {
  reason: Type.String({ description: "Why." }),
  actor,
  decidedAt: dateTime("When it was decided."),
};
