import { idempotent } from "@tms/kit/database/idempotent";
import { metadataOf, shownNameOf } from "@tms/kit/values/input";
import { EntryService, type GamerPatch } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { updateGamer as updateRow, type GamerChange } from "../db/gamers.ts";
import { gamerNotFound } from "../errors.ts";
import { gamerMessage } from "../messages.ts";

const DISPLAY_NAME_LENGTH = 64;

const method = EntryService.method.updateGamer;

/** Changes how a gamer is shown, and the metadata. The handle stays as it is for good. */
export const updateGamer =
  ({ db }: Context): Rpcs["updateGamer"] =>
  async (request) => {
    const change = readPatch(request.patch);
    const mutation = { faultPoint: "entry.update-gamer", method, request } as const;
    return await idempotent(db, mutation, async (tx) => {
      const row = await updateRow(tx, request, change);
      if (row === undefined) throw gamerNotFound();
      return { gamer: gamerMessage(row) };
    });
  };

/** What a patch changes; an empty text removes what was there. */
function readPatch({ displayName, metadata }: GamerPatch): GamerChange {
  return {
    ...(displayName !== undefined && {
      displayName:
        displayName === ""
          ? null
          : shownNameOf("patch.display_name", displayName, DISPLAY_NAME_LENGTH),
    }),
    ...(metadata !== undefined && { metadata: metadataOf("patch.metadata", metadata) }),
  };
}
