import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples.ts";
import {
  closed,
  dateTime,
  handle,
  id,
  message,
  nextCursor,
  pageQuery,
  ref,
} from "../../openapi/fields.ts";

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
export const ListGamersQuery = closed({
  handle: Type.Optional(
    Type.String({
      format: "text",
      minLength: 1,
      maxLength: 256,
      description:
        "Only handles that begin with it: up to 64 characters once normalised to Unicode NFC, compared exactly.",
      examples: ["ad"],
    }),
  ),
  ...pageQuery(1_000, 50),
});
export const GamerListReply = Type.Object(
  { gamers: Type.Array(ref(GamerSchema)), nextCursor },
  { description: "A page of the game's gamers." },
);
