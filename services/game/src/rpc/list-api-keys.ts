import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listApiKeys as listPage } from "../db/api-keys.ts";
import { isOpen } from "../db/games.ts";
import { gameNotFound } from "../errors.ts";
import { apiKeyMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Lists a game's keys, newest first; revoked and expired ones too. */
export const listApiKeys =
  ({ db }: Context): Rpcs["listApiKeys"] =>
  async ({ gameId, pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["api keys", gameId];
    const [beforeId] = decodePageToken(pageToken, listed, [TOKEN_PART.id]) ?? [];
    if (!(await isOpen(db, gameId))) throw gameNotFound();
    const rows = await listPage(db, gameId, beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [row.id]);
    return { apiKeys: items.map(apiKeyMessage), nextPageToken };
  };
