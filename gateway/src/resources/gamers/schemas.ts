import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples.ts";
import { closed, dateTime, handle, id, message, ref } from "../../openapi/fields.ts";

export const GamerSchema = Type.Object(
  {
    _id: id("Record identifier."),
    id: id("Same value as _id."),
    handle: Type.String(),
    createdAt: dateTime("When the gamer was first seen."),
    updatedAt: dateTime("When it last changed."),
  },
  { $id: "Gamer", examples: [EXAMPLES.Gamer], description: "A gamer of the game." },
);
export type GamerJson = Static<typeof GamerSchema>;

export const CreateGamerBody = closed({ handle }, { examples: [{ handle: "ada" }] });
export const CreateGamerReply = Type.Object(
  { message, gamer: ref(GamerSchema) },
  { description: "The gamer." },
);
export const GamerReply = Type.Object({ gamer: ref(GamerSchema) }, { description: "The gamer." });
