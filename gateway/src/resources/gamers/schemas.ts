import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  dateTime,
  handle,
  id,
  message,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";
import { metadata, METADATA_BYTES } from "../../openapi/schemas/metadata.ts";

export const GamerSchema = Type.Object(
  {
    _id: id("Record identifier."),
    id: id("Same value as _id."),
    handle: Type.String(),
    displayName: Type.Optional(
      Type.String({ description: "How the gamer is shown; absent means by the handle." }),
    ),
    metadata: Type.Optional(metadata(METADATA_BYTES)),
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
export const UpdateGamerBody = closed(
  {
    displayName: Type.Optional(
      nullable(
        Type.String({
          format: "text",
          minLength: 1,
          maxLength: 256,
          description:
            "How the gamer is shown: 1 to 64 characters once normalised to Unicode NFC, at least one of them visible, without control characters; not unique. Null removes it.",
        }),
      ),
    ),
    metadata: Type.Optional(nullable(metadata(METADATA_BYTES))),
  },
  {
    description: "What is absent stays as it is; null removes.",
    examples: [{ displayName: "Ada Lovelace", metadata: { country: "GB" } }],
  },
);
export type UpdateGamerInput = Static<typeof UpdateGamerBody>;
export const UpdateGamerReply = Type.Object(
  { message, gamer: ref(GamerSchema) },
  { description: "The gamer as it stands now." },
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
