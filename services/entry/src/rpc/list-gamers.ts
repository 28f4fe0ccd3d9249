import { textOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listGamers as listRows } from "../db/gamers.ts";
import { gamerMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;
const LONGEST_HANDLE = 64;

/** A page of a game's gamers. */
export const listGamers =
  ({ db }: Context): Rpcs["listGamers"] =>
  async ({ gameId, handlePrefix, pageSize, pageToken }) => {
    const prefix = textOf("handle_prefix", handlePrefix, LONGEST_HANDLE);
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["gamers", gameId, prefix];
    const [afterId] = decodePageToken(pageToken, list, [TOKEN_PART.id]) ?? [];
    const rows = await listRows(db, gameId, prefix, afterId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, list, ({ id }) => [id]);
    return { gamers: items.map(gamerMessage), nextPageToken };
  };
