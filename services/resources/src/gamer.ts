import type { Gamer as Message } from "@tms/proto/tms/entry/v1/entry";
import { Type } from "typebox";
import { id, moment, optional, resource, text } from "./resource.ts";
import { ifMetadata, metadata, METADATA_BYTES } from "./values/metadata.ts";

export const Gamer = resource<Message>()(
  "Gamer",
  "A gamer of the game.",
  {
    _id: "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
    id: "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
    handle: "ada",
    displayName: "Ada Lovelace",
    createdAt: "2030-04-28T09:30:00.000Z",
    updatedAt: "2030-04-28T09:30:00.000Z",
  },
  {
    _id: id("The id of the gamer.", (gamer) => gamer.id),
    id: id("The same value as `_id`.", (gamer) => gamer.id),
    handle: text("The handle of the gamer.", (gamer) => gamer.handle),
    displayName: optional(
      Type.String({
        description: "The display name of the gamer. If it is missing, show the handle.",
      }),
      (gamer) => gamer.displayName || undefined,
    ),
    metadata: optional(metadata(METADATA_BYTES), (gamer) => ifMetadata(gamer.metadata).metadata),
    createdAt: moment("When the gamer was created.", (gamer) => gamer.createTime),
    updatedAt: moment("When the gamer last changed.", (gamer) => gamer.updateTime),
  },
);
