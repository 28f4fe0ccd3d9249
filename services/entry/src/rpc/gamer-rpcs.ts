import { found } from "@tms/kit/errors/domain-error";
import { mutation } from "@tms/kit/rpc/rpcs";
import { metadataOf, shownNameOf, textOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { GamerPatch } from "@tms/proto/tms/entry/v1/entry";
import type { Rpcs } from "../context.ts";
import { findEntries, listGamerEntries, type GamerEntry } from "../db/entries.ts";
import { findOrInsertGamer, getGamer, listGamers, updateGamer } from "../db/gamers.ts";
import { entryMessage, gamerMessage } from "../messages.ts";
import { withRanks } from "../ranking/entry-rank.ts";

const DEFAULT_PAGE_SIZE = 50;
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

  async listGamers({ db }, { gameId, handlePrefix, pageSize, pageToken }) {
    const prefix = textOf("handle_prefix", handlePrefix, MAX_NAME_LENGTH);
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["gamers", gameId, prefix];
    const [afterId] = decodePageToken(pageToken, list, [TOKEN_PART.id]) ?? [];
    const rows = await listGamers(db, gameId, prefix, afterId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, list, ({ id }) => [id]);
    return { gamers: items.map(gamerMessage), nextPageToken };
  },

  async listGamerEntries({ db }, { gameId, handle, open, pageSize, pageToken }) {
    const { id } = await getGamer(db, { gameId, handle });
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["gamer entries", id, String(open)];
    const [beforeId] = decodePageToken(pageToken, list, [TOKEN_PART.id]) ?? [];
    const limit = open ? MAX_SEARCHED : size + 1;
    const rows = await listGamerEntries(db, id, beforeId, limit);
    const { ids, lastId } = cutEntries(rows, open, size, limit);
    const byId = new Map((await findEntries(db, ids)).map((entry) => [entry.id, entry]));
    const entries = ids.flatMap((entryId) => byId.get(entryId) ?? []);
    return {
      entries: (await withRanks(db, entries)).map(entryMessage),
      nextPageToken: lastId === undefined ? "" : encodePageToken(list, [lastId]),
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

/** Returns a page of ids, and `lastId` for the next page token. `lastId` is undefined on the last page. */
function cutEntries(rows: readonly GamerEntry[], openOnly: boolean, size: number, limit: number) {
  const listed = openOnly ? rows.filter(({ open }) => open) : rows;
  const ids = listed.slice(0, size).map(({ id }) => id);
  if (listed.length > size) return { ids, lastId: ids.at(-1) };
  return { ids, lastId: rows.length === limit ? rows.at(-1)?.id : undefined };
}
