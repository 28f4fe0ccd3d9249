import { create } from "@bufbuild/protobuf";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import {
  ListSettlementsResponseSchema,
  type ListSettlementsRequest,
  type ListSettlementsResponse,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { listSettlements as list } from "../db/list.ts";
import { settlementMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Lists settlements across games, for operators. */
export async function listSettlements(
  context: Context,
  request: ListSettlementsRequest,
): Promise<ListSettlementsResponse> {
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const listed = ["settlements", request.state];
  const before = decodePageToken(request.pageToken, listed, [TOKEN_PART.id])?.[0] ?? null;
  const rows = await list(context.db, request.state, before, size + 1);
  const page = cutPage(rows, size, listed, (row) => [row.tournament_id]);
  return create(ListSettlementsResponseSchema, {
    settlements: page.items.map(settlementMessage),
    nextPageToken: page.nextPageToken,
  });
}
