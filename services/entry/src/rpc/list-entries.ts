import { create } from "@bufbuild/protobuf";
import { cutPage } from "@tms/kit/page";
import {
  ListEntriesResponseSchema,
  type ListEntriesRequest,
  type ListEntriesResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { listStandings } from "../db/standings.ts";
import { entryMessage } from "../messages.ts";
import { positionOf, standingsOf } from "../standings-page.ts";
import { requireTournament } from "../tournaments.ts";

const DEFAULT_PAGE_SIZE = 50;

/** A page of a tournament's standings. */
export async function listEntries(
  context: Context,
  request: ListEntriesRequest,
): Promise<ListEntriesResponse> {
  await requireTournament(context, request);
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const listed = standingsOf(request.tournamentId);
  const after = positionOf(request.pageToken, listed);
  const rows = await listStandings(context.db, request.tournamentId, after, size + 1);
  const page = cutPage(rows, size, listed, (row) => [
    row.rank ?? 0,
    row.joined_at.toISOString(),
    row.id,
  ]);
  return create(ListEntriesResponseSchema, {
    entries: page.items.map(entryMessage),
    nextPageToken: page.nextPageToken,
  });
}
