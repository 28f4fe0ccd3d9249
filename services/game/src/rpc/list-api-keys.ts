import { create } from "@bufbuild/protobuf";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import {
  ListApiKeysResponseSchema,
  type ListApiKeysRequest,
  type ListApiKeysResponse,
} from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";
import { selectApiKeys } from "../db/api-keys.ts";
import { isOpened } from "../db/games.ts";
import { gameNotFound } from "../errors.ts";
import { apiKeyMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Lists a game's keys, newest first; revoked and expired ones too. */
export async function listApiKeys(
  ctx: Context,
  request: ListApiKeysRequest,
): Promise<ListApiKeysResponse> {
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const listed = ["api keys", request.gameId.toLowerCase()];
  const [beforeId] = decodePageToken(request.pageToken, listed, [TOKEN_PART.id]) ?? [];
  if (!(await isOpened(ctx.db, request.gameId))) throw gameNotFound();
  const rows = await selectApiKeys(ctx.db, request.gameId, beforeId, size + 1);
  const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [row.id]);
  return create(ListApiKeysResponseSchema, { apiKeys: items.map(apiKeyMessage), nextPageToken });
}
