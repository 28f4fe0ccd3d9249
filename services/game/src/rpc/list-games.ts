import { create } from "@bufbuild/protobuf";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import {
  ListGamesResponseSchema,
  type ListGamesRequest,
  type ListGamesResponse,
} from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";
import { selectGames } from "../db/games.ts";
import { gameMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;
const LISTED = ["games"];

/** Lists games, newest first: their ids are ordered by time. */
export async function listGames(
  ctx: Context,
  request: ListGamesRequest,
): Promise<ListGamesResponse> {
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const [beforeId] = decodePageToken(request.pageToken, LISTED, [TOKEN_PART.id]) ?? [];
  const rows = await selectGames(ctx.db, beforeId, size + 1);
  const { items, nextPageToken } = cutPage(rows, size, LISTED, (row) => [row.id]);
  return create(ListGamesResponseSchema, { games: items.map(gameMessage), nextPageToken });
}
