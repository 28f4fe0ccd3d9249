import type { ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "./context.ts";

const PAGE = 2_000;

/**
 * A tournament's entries in the order of its standings, a bounded page at a time; the next page
 * is on its way while one is worked on.
 */
export async function* standings(
  context: Context,
  scope: { gameId: string; tournamentId: string },
  pageSize = PAGE,
): AsyncGenerator<ReadStandingsResponse> {
  const { gameId, tournamentId } = scope;
  const read = (pageToken: string) =>
    context.entries.readStandings({ gameId, tournamentId, pageSize, pageToken });
  let page = await read("");
  while (page.nextPageToken !== "") {
    const next = read(page.nextPageToken);
    // Whoever stops early never hears what became of it.
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
  yield page;
}
