import { Type } from "typebox";
import { id, nullable } from "./fields.ts";

/** Who did something. */
export const actor = Type.Object(
  { type: Type.Enum(["api_key", "user", "system"]), id: nullable(id("Null for the system.")) },
  { description: "Whose doing it is." },
);
