import { createLimiter } from "@tms/kit/batching/limiter";
import { atOneMoment } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { listDecisions } from "../db/decisions.ts";
import { findConfirmedEntries } from "../db/entries.ts";
import { getGamer } from "../db/gamers.ts";
import { readLeaderboardOf } from "../db/leaderboard.ts";
import { listStandings, listStandingsBriefly } from "../db/standings.ts";
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
import { isFinalToken, isRankedByScores, readFinalPage } from "../ranking/scored-ranking.ts";
import { cutStandings, decodePosition } from "../ranking/standings-page.ts";
import { findOwnRegistration, requireTournament } from "../registration.ts";
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
    const { gameId, tournamentId, pageToken } = request;
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const isFinal = isFinalToken(pageToken, tournamentId);
    const after = isFinal ? null : decodePosition(pageToken, tournamentId);
    const page = await listStandings(context.db, tournamentId, after, size + 1);
    if (page === undefined) {
      await requireTournament(context, request);
      return {};
    }
    if (page.gameId !== gameId) throw tournamentNotFound();
    const { rows, entries, feeMinor, frozen } = page;
    const ranked = () => rows.map((row) => ({ ...row, rank: rankOf(row, entries ?? 0, frozen) }));
    // A list that began before the end starts again in the final order, which is a different one.
    const finalToken = isFinal ? pageToken : "";
    const readFinal = () => readFinalPage(context.db, tournamentId, size, finalToken);
    const { items, nextPageToken } =
      page.scored && page.closed
        ? await limited(readFinal, gameId)
        : cutStandings(ranked(), size, tournamentId);
    return {
      entries: items.map(listedMessage),
      nextPageToken,
      feeMinorUnits: feeMinor,
      provisional: page.provisional ?? false,
    };
  };
}

/** Reads a page of the standings as columns, for settlements. */
export const readStandings =
  ({ db }: Context): Rpcs["readStandings"] =>
  async ({ gameId, tournamentId, pageSize: size, pageToken }) => {
    const isFinal = isFinalToken(pageToken, tournamentId);
    const after = isFinal ? null : decodePosition(pageToken, tournamentId);
    const [registration, rows] = await Promise.all([
      findOwnRegistration(db, { gameId, tournamentId }),
      isFinal ? [] : listStandingsBriefly(db, tournamentId, after, size + 1),
    ]);
    const isFrozen = registration?.frozenAt != null;
    const ranked = rows.map((row) => ({ ...row, rank: rankOf(row, row.entries ?? 0, isFrozen) }));
    const { items, nextPageToken } =
      registration && isRankedByScores(registration)
        ? await readFinalPage(db, tournamentId, size, isFinal ? pageToken : "")
        : cutStandings(ranked, size, tournamentId);
    const feeMinorUnits = registration?.feeMinor ?? 0n;
    return { ...standingsColumns(items), feeMinorUnits, nextPageToken };
  };
