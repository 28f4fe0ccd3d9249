import { create } from "@bufbuild/protobuf";
import { cutPage } from "@tms/kit/values/page";
import {
  ListEntriesResponseSchema,
  type ListEntriesRequest,
  type ListEntriesResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { standingOf } from "../db/entries.ts";
import { listStandings } from "../db/standings.ts";
import { listedMessage } from "../messages.ts";
import { tournamentNotFound } from "../joining/decide-seats.ts";
import { positionOf, standingsOf } from "../ranking/standings-page.ts";
import { requireTournament } from "../tournaments.ts";

const DEFAULT_PAGE_SIZE = 50;

/** A page of a tournament's standings; one that nobody joined has none. */
export async function listEntries(
  context: Context,
  request: ListEntriesRequest,
): Promise<ListEntriesResponse> {
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const listed = standingsOf(request.tournamentId);
  const after = positionOf(request.pageToken, listed);
  const page = await listStandings(context.db, request.tournamentId, after, size + 1);
  if (page === undefined) {
    await requireTournament(context, request);
    return create(ListEntriesResponseSchema);
  }
  if (page.game_id !== request.gameId.toLowerCase()) throw tournamentNotFound();
  const { items, nextPageToken } = cutPage(page.rows, size, listed, (row) => [
    standingOf(row),
    new Date(row.joined_ms).toISOString(),
    row.id,
  ]);
  return create(ListEntriesResponseSchema, {
    entries: items.map((row) => listedMessage(row, page)),
    nextPageToken,
    feeMinorUnits: page.fee_minor,
    provisional: page.growing ?? false,
  });
}
