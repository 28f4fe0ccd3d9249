import type { ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { STANDINGS_PAGE, type Inputs } from "./inputs.ts";

/** Reads a tournament's final standings by pages, each while the page before it is worked on. */
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
    // A caller that stops early never awaits it.
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
  yield page;
}
