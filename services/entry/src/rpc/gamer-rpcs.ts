import { found } from "@tms/kit/errors/domain-error";
import { mutation } from "@tms/kit/rpc/rpcs";
import { metadataOf, shownNameOf, textOf } from "@tms/kit/values/input";
import { encodePageToken, openPage, TOKEN_PART } from "@tms/kit/values/page";
import type { GamerPatch } from "@tms/proto/tms/entry/v1/entry";
import type { Rpcs } from "../context.ts";
import { findEntries, listGamerEntries } from "../db/entries.ts";
import { findOrInsertGamer, getGamer, listGamers, updateGamer } from "../db/gamers.ts";
import { entryMessage, gamerMessage } from "../messages.ts";
import { withRanks } from "../ranking/entry-rank.ts";

const MAX_NAME_LENGTH = 64;
// Bounds the search for open tournaments among all tournaments that a gamer joined.
const MAX_SEARCHED = 1_000;

export const gamerRpcs = {
  createGamer: mutation("entry.create-gamer", async ({ tx }, request) => {
    const { gamer, created } = await findOrInsertGamer(tx, request);
    return { gamer: gamerMessage(gamer), created };
  }),

  async getGamer({ db }, key) {
    return { gamer: gamerMessage(await getGamer(db, key)) };
  },

  updateGamer: mutation("entry.update-gamer", async ({ tx }, request) => {
    const row = await updateGamer(tx, request, readPatch(request.patch));
    return { gamer: gamerMessage(found(row, "GAMER_NOT_FOUND")) };
  }),

  async listGamers({ db }, request) {
    const { gameId } = request;
    const prefix = textOf("handle_prefix", request.handlePrefix, MAX_NAME_LENGTH);
    const [page, afterId] = openPage(request, ["gamers", gameId, prefix], [TOKEN_PART.id]);
    const rows = await listGamers(db, gameId, prefix, afterId, page.limit);
    const { items, nextPageToken } = page.cut(rows, ({ id }) => [id]);
    return { gamers: items.map(gamerMessage), nextPageToken };
  },

  async listGamerEntries({ db }, request) {
    const gamer = await getGamer(db, request);
    const list = ["gamer entries", gamer.id, String(request.open)];
    const [page, beforeId] = openPage(request, list, [TOKEN_PART.id]);
    const limit = request.open ? MAX_SEARCHED : page.limit;
    const rows = await listGamerEntries(db, gamer.id, beforeId, limit);
    const listed = request.open ? rows.filter(({ open }) => open) : rows;
    const { items, nextPageToken } = page.cut(listed, ({ id }) => [id]);
    // If the search reached its limit, the next page continues after the last entry that was read.
    const last = rows.length === limit ? rows.at(-1) : undefined;
    const ids = items.map(({ id }) => id);
    const byId = new Map((await findEntries(db, ids)).map((entry) => [entry.id, entry]));
    const entries = ids.flatMap((id) => byId.get(id) ?? []);
    return {
      entries: (await withRanks(db, entries)).map(entryMessage),
      nextPageToken: nextPageToken || (last ? encodePageToken(list, [last.id]) : ""),
    };
  },
} satisfies Rpcs;

/** Reads a patch. An empty display name or empty metadata removes the stored value. */
function readPatch({ displayName: name, metadata }: GamerPatch) {
  const shownName = (text: string) =>
    text === "" ? null : shownNameOf("patch.display_name", text, MAX_NAME_LENGTH);
  return {
    ...(name !== undefined && { displayName: shownName(name) }),
    ...(metadata !== undefined && { metadata: metadataOf("patch.metadata", metadata) }),
  };
}
