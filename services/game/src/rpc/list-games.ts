import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listGames as listPage } from "../db/games.ts";
import { gameMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;
const LISTED = ["games"];

/** Lists games, newest first: their ids are ordered by time. */
export const listGames =
  ({ db }: Context): Rpcs["listGames"] =>
  async ({ pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const [beforeId] = decodePageToken(pageToken, LISTED, [TOKEN_PART.id]) ?? [];
    const rows = await listPage(db, beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, LISTED, (row) => [row.id]);
    return { games: items.map(gameMessage), nextPageToken };
  };
