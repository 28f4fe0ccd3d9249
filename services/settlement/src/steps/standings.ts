import type { ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { STANDINGS_PAGE, type Inputs } from "./inputs.ts";

/**
 * A tournament's final standings, a bounded page at a time; the next page is on its way while
 * one is worked on.
 */
export async function* standings(
  context: Context,
  inputs: Inputs,
  scope: { gameId: string; tournamentId: string },
): AsyncGenerator<ReadStandingsResponse> {
  const { gameId, tournamentId } = scope;
  let page = await inputs.firstPage();
  while (page.nextPageToken !== "") {
    const pageToken = page.nextPageToken;
    const request = { gameId, tournamentId, pageSize: STANDINGS_PAGE, pageToken };
    const next = context.entries.readStandings(request);
    // Whoever stops early never hears what became of it.
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
  yield page;
}
