import { createLimiter } from "@tms/kit/batching/limiter";
import type { Context, Rpcs } from "../context.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { listStandings, type ListedRow, type StandingsPage } from "../db/standings.ts";
import { tooManyReads, tournamentNotFound } from "../errors.ts";
import { listedMessage } from "../messages.ts";
import { rankOf } from "../ranking/competition-rank.ts";
import type { Ranked } from "../ranking/entry-rank.ts";
import { isFinalToken, readFinalPage } from "../ranking/scored-ranking.ts";
import { cutStandings, positionOf } from "../ranking/standings-page.ts";
import { requireTournament } from "../registration.ts";

const DEFAULT_PAGE_SIZE = 50;

// Who is in without a score is looked for among all who are in: no such walk takes what joins need.
const LIMITS = { atOnce: 2, mostWaiting: 256 };

/** A page of a tournament's standings; one that nobody joined has none. */
export function listEntries(context: Context): Rpcs["listEntries"] {
  const limited = createLimiter(LIMITS, tooManyReads);
  const readFinal = (key: TournamentKey, size: number, pageToken: string) =>
    limited(() => readFinalPage(context.db, key.tournamentId, size, pageToken), key.gameId);

  return async (request) => {
    const { gameId, tournamentId, pageToken } = request;
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const isFinal = isFinalToken(pageToken, tournamentId);
    const after = isFinal ? null : positionOf(pageToken, tournamentId);
    const page = await listStandings(context.db, tournamentId, after, size + 1);
    if (page === undefined) {
      await requireTournament(context, request);
      return {};
    }
    if (page.gameId !== gameId) throw tournamentNotFound();
    // What was read is of use only where scores do not decide the order. A walk that began before the end
    // goes on at the beginning of the final order, of which it has seen nothing.
    const { items, nextPageToken } =
      page.scored && page.closed
        ? await readFinal(request, size, isFinal ? pageToken : "")
        : cutStandings(rankedRows(page), size, tournamentId);
    return {
      entries: items.map(listedMessage),
      nextPageToken,
      feeMinorUnits: page.feeMinor,
      provisional: page.provisional ?? false,
    };
  };
}

const rankedRows = ({ rows, entries, frozen }: StandingsPage): Ranked<ListedRow>[] =>
  rows.map((row) => ({ ...row, rank: rankOf(row, entries ?? 0, frozen) }));
