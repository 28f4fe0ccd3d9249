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
    _id: id("The id of the gamer."),
    id: id("The same value as `_id`."),
    handle: Type.String({ description: "The handle of the gamer." }),
    displayName: Type.Optional(
      Type.String({
        description: "The display name of the gamer. If it is missing, show the handle.",
      }),
    ),
    metadata: Type.Optional(metadata(METADATA_BYTES)),
    createdAt: dateTime("When the gamer was created."),
    updatedAt: dateTime("When the gamer last changed."),
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
            "The display name of the gamer: 1 to 64 characters after normalization to Unicode NFC. It has at least one visible character and no control characters, and need not be unique. Null removes it.",
        }),
      ),
    ),
    metadata: Type.Optional(nullable(metadata(METADATA_BYTES))),
  },
  {
    description: "Omitted fields do not change. Null removes a field.",
    examples: [{ displayName: "Ada Lovelace", metadata: { country: "GB" } }],
  },
);
export type UpdateGamerInput = Static<typeof UpdateGamerBody>;
export const UpdateGamerReply = Type.Object(
  { message, gamer: ref(GamerSchema) },
  { description: "The updated gamer." },
);
export const GamerReply = Type.Object({ gamer: ref(GamerSchema) }, { description: "The gamer." });
export const ListGamersQuery = closed({
  handle: Type.Optional(
    Type.String({
      format: "text",
      minLength: 1,
      maxLength: 256,
      description:
        "Returns only gamers with a handle that starts with this text. It is compared exactly, and has at most 64 characters after normalization to Unicode NFC.",
      examples: ["ad"],
    }),
  ),
  ...pageQuery(1_000, 50),
});
export const GamerListReply = Type.Object(
  { gamers: Type.Array(ref(GamerSchema), { description: "The gamers on this page." }), nextCursor },
  { description: "A page of the gamers of the game." },
);
