import { dateOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listTournaments as listPage } from "../db/list.ts";
import { STATUSES, tournamentMessage } from "../messages.ts";
import { readPrizePools } from "../prize-pool.ts";

const DEFAULT_PAGE_SIZE = 20;

/** Lists a game's tournaments, newest first, with their prize pools. */
export const listTournaments =
  (context: Context): Rpcs["listTournaments"] =>
  async (request, call) => {
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const { gameId, status } = request;
    const endsAfter = request.endsAfter && dateOf("ends_after", request.endsAfter);
    const endsBefore = request.endsBefore && dateOf("ends_before", request.endsBefore);
    const externalId = request.externalId || undefined;
    const asked = [gameId, status, endsAfter, endsBefore, encodeURIComponent(externalId ?? "")];
    const listed = ["tournaments", ...asked.map(String)];
    const [beforeId] = decodePageToken(request.pageToken, listed, [TOKEN_PART.id]) ?? [];
    const filter = {
      gameId,
      status: STATUSES.word(status),
      endsAfter,
      endsBefore,
      externalId,
      beforeId,
    };
    const rows = await listPage(context.db, filter, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [row.id]);
    const poolOf = readPrizePools(context, items, call);
    const tournaments = await Promise.all(
      items.map(async (row) => tournamentMessage(row, await poolOf(row))),
    );
    return { tournaments, nextPageToken };
  };
