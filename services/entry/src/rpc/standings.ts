import { createLimiter } from "@tms/kit/batching/limiter";
import { atOneMoment } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { listDecisions } from "../db/decisions.ts";
import { findConfirmedEntries } from "../db/entries.ts";
import { getGamer } from "../db/gamers.ts";
import { readLeaderboardOf } from "../db/leaderboard.ts";
import { gamerNotEntered, tooManyReads } from "../errors.ts";
import {
  decisionMessage,
  entryMessage,
  lineStanding,
  listedMessage,
  standingsColumns,
} from "../messages.ts";
import { withRank } from "../ranking/entry-rank.ts";
import { readFinalPage, readStandingsPage } from "../ranking/standings-page.ts";
import { requireTournament } from "../registration.ts";
import { rankedSelection } from "../scoring/leaderboard.ts";

/** Reads the entry of a gamer, its standing if the tournament takes scores, and its decisions. */
export const getEntry =
  (context: Context): Rpcs["getEntry"] =>
  async (request) => {
    const { gameId, tournamentId, handle } = request;
    await requireTournament(context, request);
    return await atOneMoment(context.db, async (tx) => {
      const gamer = await getGamer(tx, { gameId, handle });
      const [entry] = await findConfirmedEntries(tx, tournamentId, [gamer.id]);
      if (entry === undefined) throw gamerNotEntered();
      const selection = entry.scored ? await readLeaderboardOf(tx, request, [handle]) : undefined;
      const [line] = selection ? rankedSelection(selection) : [];
      if (entry.scored && line === undefined)
        throw new Error("an entry of a tournament that takes scores has no standing");
      return {
        entry: entryMessage(await withRank(tx, entry)),
        ...(selection && line && { standing: lineStanding(line, selection.attemptsEach) }),
        decisions: (await listDecisions(tx, entry.id)).map(decisionMessage),
      };
    });
  };

const DEFAULT_PAGE_SIZE = 50;
// A final page may search all entries for entries without a score. These reads must not take the connections
// of joins.
const FINAL_READS = { atOnce: 2, mostWaiting: 256 };

/** Lists the entries of a tournament in the order of its standings. */
export function listEntries(context: Context): Rpcs["listEntries"] {
  const limited = createLimiter(FINAL_READS, tooManyReads);
  return async (request) => {
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const page = await readStandingsPage(context.db, request, size, (...final) =>
      limited(() => readFinalPage(...final), request.gameId),
    );
    if (page === undefined) {
      await requireTournament(context, request);
      return {};
    }
    const { items, nextPageToken, feeMinor, provisional } = page;
    return {
      entries: items.map(listedMessage),
      nextPageToken,
      feeMinorUnits: feeMinor,
      provisional: provisional ?? false,
    };
  };
}

/** Reads a page of the standings as columns, for settlements. */
export const readStandings =
  ({ db }: Context): Rpcs["readStandings"] =>
  async (request) => {
    const page = await readStandingsPage(db, request, request.pageSize);
    if (page === undefined) return {};
    const { items, nextPageToken, feeMinor: feeMinorUnits } = page;
    return { ...standingsColumns(items), feeMinorUnits, nextPageToken };
  };
