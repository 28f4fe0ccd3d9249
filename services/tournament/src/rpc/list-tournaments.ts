import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { dateOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import {
  ListTournamentsResponseSchema,
  type ListTournamentsRequest,
  type ListTournamentsResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "../context.ts";
import { selectTournaments } from "../db/list.ts";
import { tournamentMessage } from "../messages.ts";
import { readPrizePools } from "../prize-pool.ts";

const DEFAULT_PAGE_SIZE = 20;

/** Lists a game's tournaments, newest first, with their prize pools. */
export async function listTournaments(
  ctx: Context,
  request: ListTournamentsRequest,
  call: HandlerContext,
): Promise<ListTournamentsResponse> {
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const { gameId, status, endsAfter: after, endsBefore: before } = request;
  const filter = {
    gameId: gameId.toLowerCase(),
    status,
    endsAfter: after && dateOf("ends_after", after),
    endsBefore: before && dateOf("ends_before", before),
  };
  const listed = ["tournaments", ...Object.values(filter).map(String)];
  const [beforeId] = decodePageToken(request.pageToken, listed, [TOKEN_PART.id]) ?? [];
  const rows = await selectTournaments(ctx.db, { ...filter, beforeId }, size + 1);
  const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [row.id]);
  const pools = await readPrizePools(ctx, items, call);
  const tournaments = items.map((row) => tournamentMessage(row, pools.get(row.id) ?? 0n));
  return create(ListTournamentsResponseSchema, { tournaments, nextPageToken });
}
