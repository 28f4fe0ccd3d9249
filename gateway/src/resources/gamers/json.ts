import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Gamer, GamerPatchSchema } from "@tms/proto/tms/entry/v1/entry";
import { ifMetadata } from "@tms/resources/values/metadata";
import { isoOf } from "@tms/resources/values/times";
import { metadataText } from "../../http/body/metadata.ts";
import { METADATA_BYTES } from "../../openapi/schemas/metadata.ts";
import type { GamerJson, UpdateGamerInput } from "./schemas.ts";

/** A gamer as callers see it. */
export const gamerJson = (gamer: Gamer): GamerJson => ({
  _id: gamer.id,
  id: gamer.id,
  handle: gamer.handle,
  ...(gamer.displayName !== "" && { displayName: gamer.displayName }),
  ...ifMetadata(gamer.metadata),
  createdAt: isoOf(gamer.createTime),
  updatedAt: isoOf(gamer.updateTime),
});

/** What a request to update changes; services take an empty text for what is removed. */
export const gamerPatch = ({
  displayName,
  metadata,
}: UpdateGamerInput): MessageInitShape<typeof GamerPatchSchema> => ({
  ...(displayName !== undefined && { displayName: displayName ?? "" }),
  ...(metadata !== undefined && { metadata: metadataText(metadata, METADATA_BYTES) }),
});
