import { Type } from "typebox";
import { id, nullable } from "./fields.ts";

/** Who did something. */
export const actor = Type.Object(
  {
    type: Type.Enum(["api_key", "user", "system"], {
      description: "`system` is the service itself.",
    }),
    id: nullable(id("The id of the API key or person. Null for `system`.")),
  },
  { description: "The API key, person or system that made the change." },
);
