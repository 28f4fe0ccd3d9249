import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listSettlements as listPage } from "../db/settlements.ts";
import { settlementMessage, STATES } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Lists settlements across games, for operators. */
export const listSettlements =
  ({ db }: Context): Rpcs["listSettlements"] =>
  async ({ state, pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["settlements", state];
    const [beforeId] = decodePageToken(pageToken, listed, [TOKEN_PART.id]) ?? [];
    const rows = await listPage(db, STATES.word(state), beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [row.tournamentId]);
    return { settlements: items.map(settlementMessage), nextPageToken };
  };
