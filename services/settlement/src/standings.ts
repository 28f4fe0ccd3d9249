import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "./context.ts";

const PAGE = 1_000;

/** A tournament's entries in the order of its standings, a bounded page at a time. */
export async function* standings(
  context: Context,
  scope: { gameId: string; tournamentId: string },
): AsyncGenerator<Entry[]> {
  let pageToken = "";
  do {
    const { gameId, tournamentId } = scope;
    const page = await context.entries.listEntries({
      gameId,
      tournamentId,
      pageSize: PAGE,
      pageToken,
    });
    yield page.entries;
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
}
