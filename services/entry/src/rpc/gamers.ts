import { once } from "@tms/kit/database/idempotent";
import { metadataOf, shownNameOf, textOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { GamerPatch } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { findEntries, listGamerEntries as listEntries, type GamerEntry } from "../db/entries.ts";
import * as gamers from "../db/gamers.ts";
import { gamerNotFound } from "../errors.ts";
import { entryMessage, gamerMessage } from "../messages.ts";
import { withRanks } from "../ranking/entry-rank.ts";

const DEFAULT_PAGE_SIZE = 50;
const MAX_HANDLE_LENGTH = 64;
const MAX_DISPLAY_NAME_LENGTH = 64;
// Bounds the search for open tournaments among all tournaments that a gamer joined.
const MAX_SEARCHED = 1_000;

/** Creates a gamer, or returns the existing gamer. A repeat also returns `created` of the first call. */
export const createGamer =
  ({ db }: Context): Rpcs["createGamer"] =>
  async (request, call) => {
    return await once(db, "entry.create-gamer", call, request, async (tx) => {
      const { gamer, created } = await gamers.findOrInsertGamer(tx, request);
      return { gamer: gamerMessage(gamer), created };
    });
  };

export const getGamer =
  ({ db }: Context): Rpcs["getGamer"] =>
  async (key) => ({ gamer: gamerMessage(await gamers.getGamer(db, key)) });

/** Changes the display name and the metadata of a gamer. The handle never changes. */
export const updateGamer =
  ({ db }: Context): Rpcs["updateGamer"] =>
  async (request, call) => {
    const change = readPatch(request.patch);
    return await once(db, "entry.update-gamer", call, request, async (tx) => {
      const row = await gamers.updateGamer(tx, request, change);
      if (row === undefined) throw gamerNotFound();
      return { gamer: gamerMessage(row) };
    });
  };

/** Reads a patch. An empty display name or empty metadata removes the stored value. */
function readPatch({ displayName: name, metadata }: GamerPatch): gamers.GamerChange {
  const shownName = (text: string) =>
    text === "" ? null : shownNameOf("patch.display_name", text, MAX_DISPLAY_NAME_LENGTH);
  return {
    ...(name !== undefined && { displayName: shownName(name) }),
    ...(metadata !== undefined && { metadata: metadataOf("patch.metadata", metadata) }),
  };
}

export const listGamers =
  ({ db }: Context): Rpcs["listGamers"] =>
  async ({ gameId, handlePrefix, pageSize, pageToken }) => {
    const prefix = textOf("handle_prefix", handlePrefix, MAX_HANDLE_LENGTH);
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["gamers", gameId, prefix];
    const [afterId] = decodePageToken(pageToken, list, [TOKEN_PART.id]) ?? [];
    const rows = await gamers.listGamers(db, gameId, prefix, afterId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, list, ({ id }) => [id]);
    return { gamers: items.map(gamerMessage), nextPageToken };
  };

/** Lists the entries of a gamer, the newest first. */
export const listGamerEntries =
  ({ db }: Context): Rpcs["listGamerEntries"] =>
  async ({ gameId, handle, open, pageSize, pageToken }) => {
    const { id } = await gamers.getGamer(db, { gameId, handle });
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["gamer entries", id, String(open)];
    const [beforeId] = decodePageToken(pageToken, list, [TOKEN_PART.id]) ?? [];
    const limit = open ? MAX_SEARCHED : size + 1;
    const { ids, lastId } = cutEntries(
      await listEntries(db, id, beforeId, limit),
      open,
      size,
      limit,
    );
    const found = new Map((await findEntries(db, ids)).map((entry) => [entry.id, entry]));
    const entries = ids.flatMap((entryId) => found.get(entryId) ?? []);
    return {
      entries: (await withRanks(db, entries)).map(entryMessage),
      nextPageToken: lastId === undefined ? "" : encodePageToken(list, [lastId]),
    };
  };

/**
 * Returns the ids of the entries of a page, and the id in the token of the next page; undefined on the last
 * page.
 */
function cutEntries(rows: readonly GamerEntry[], openOnly: boolean, size: number, limit: number) {
  const listed = openOnly ? rows.filter(({ open }) => open) : rows;
  const ids = listed.slice(0, size).map(({ id }) => id);
  if (listed.length > size) return { ids, lastId: ids.at(-1) };
  return { ids, lastId: rows.length === limit ? rows.at(-1)?.id : undefined };
}
