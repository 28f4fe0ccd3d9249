import { createLimiter } from "@tms/kit/batching/limiter";
import type { Queryable } from "@tms/kit/database/handle";
import { atOneMoment } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { listDecisions } from "../db/decisions.ts";
import { findConfirmedEntries } from "../db/entries.ts";
import { getGamer } from "../db/gamers.ts";
import { readLeaderboardOf } from "../db/leaderboard.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { listStandings } from "../db/standings.ts";
import { gamerNotEntered, tooManyReads, tournamentNotFound } from "../errors.ts";
import {
  decisionMessage,
  entryMessage,
  lineStanding,
  listedMessage,
  standingsColumns,
} from "../messages.ts";
import { rankOf } from "../ranking/competition-rank.ts";
import { withRank } from "../ranking/entry-rank.ts";
import { isFinalToken, readFinalPage } from "../ranking/ranking-parts.ts";
import { cutStandings, decodePosition } from "../ranking/standings-page.ts";
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
// A final page may search all entries for those without a score. Such reads must not take the connections
// of joins.
const FINAL_READS = { atOnce: 2, mostWaiting: 256 };

/** Lists the entries of a tournament in the order of its standings. */
export function listEntries(context: Context): Rpcs["listEntries"] {
  const limited = createLimiter(FINAL_READS, tooManyReads);
  return async (request) => {
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const page = await readPage(context.db, request, size, (...final) =>
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
    const page = await readPage(db, request, request.pageSize);
    if (page === undefined) return {};
    const { items, nextPageToken, feeMinor: feeMinorUnits } = page;
    return { ...standingsColumns(items), feeMinorUnits, nextPageToken };
  };

/**
 * Reads a page in the order of the standings, or in the order of the final ranking once scores decide it.
 * Returns undefined without a registration. Throws TOURNAMENT_NOT_FOUND for another game.
 */
async function readPage(
  db: Queryable,
  { gameId, tournamentId, pageToken }: TournamentKey & { pageToken: string },
  size: number,
  readFinal: typeof readFinalPage = readFinalPage,
) {
  const isFinal = isFinalToken(pageToken, tournamentId);
  const after = isFinal ? null : decodePosition(pageToken, tournamentId);
  const [page] = await listStandings(db, [tournamentId], after, isFinal ? 0 : size + 1);
  if (page === undefined) return undefined;
  if (page.gameId !== gameId) throw tournamentNotFound();
  const { rows, entries, frozen, feeMinor, provisional } = page;
  const ranked = rows.map((row) => ({ ...row, rank: rankOf(row, entries ?? 0, frozen) }));
  // A list that began before the end starts again in the final order, which is a different one.
  const { items, nextPageToken } =
    page.scored && page.closed
      ? await readFinal(db, page, size, isFinal ? pageToken : "")
      : cutStandings(ranked, size, tournamentId);
  return { items, nextPageToken, feeMinor, provisional };
}
