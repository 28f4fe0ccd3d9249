import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { atOneMoment } from "@tms/kit/database/transaction";
import { invalidField, type DomainError } from "@tms/kit/errors/domain-error";
import type { ReadLeaderboardRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { findMetadata } from "../db/attempts.ts";
import { findGamers, type GamerKey } from "../db/gamers.ts";
import {
  readLeaderboardAround,
  readLeaderboardOf,
  readLeaderboardPage,
  type LeaderboardMoment,
} from "../db/leaderboard.ts";
import { gamerNotEntered, gamerNotFound, tournamentNotFound } from "../errors.ts";
import { lineMessage } from "../messages.ts";
import { hasNoBoard } from "../registration.ts";
import {
  END,
  rankedLines,
  rankedSelection,
  startOf,
  tokensOf,
  windowAround,
  type LeaderboardWindow,
  type RankedLine,
} from "../scoring/leaderboard.ts";

type Answer = Promise<Awaited<ReturnType<Rpcs["readLeaderboard"]>>>;

const DEFAULT_PAGE_SIZE = 50;
const DEFAULT_AROUND = 21;
const MOST_AROUND = 101;

/** Part of a leaderboard, all of one moment: a page, what is around a gamer, or some gamers. */
export const readLeaderboard =
  (context: Context): Rpcs["readLeaderboard"] =>
  async (request) => {
    const { around, pageSize, pageToken, handles } = request;
    if (handles.length > 0) return await readOf(context, request);
    if (around === undefined) return await readPage(context, request, pageSize);
    if (pageSize > MOST_AROUND)
      throw invalidField("page_size", `must be at most ${MOST_AROUND} with around`);
    if (pageToken !== "") throw invalidField("page_token", "is not allowed with around");
    return await readAround(context, request, around, pageSize);
  };

async function readPage(context: Context, request: ReadLeaderboardRequest, size: number): Answer {
  const { tournamentId, pageToken } = request;
  const start = startOf(pageToken, tournamentId);
  const page = size || DEFAULT_PAGE_SIZE;
  const part = await readLeaderboardPage(context.db, tournamentId, start, page);
  if (part === undefined)
    return (await hasNoBoard(context, request)) ? {} : await readPage(context, request, size);
  return await answerWindow(context, request, part, { ...part, lines: rankedLines(part) });
}

async function readAround(
  context: Context,
  request: ReadLeaderboardRequest,
  handle: string,
  size: number,
): Answer {
  const count = size || DEFAULT_AROUND;
  const part = await readLeaderboardAround(context.db, request, handle, count);
  if (part === undefined || part.rows.length === 0)
    return await readAroundUnlisted(context, request, handle, count);
  const lines = rankedLines(part);
  const middle = lines.findIndex((line) => line.handle === handle);
  return await answerWindow(context, request, part, windowAround(lines, middle, count));
}

/** Reads the end of the list, and a gamer who has no place of their own. */
async function readAroundUnlisted(
  context: Context,
  request: ReadLeaderboardRequest,
  handle: string,
  count: number,
): Answer {
  const { gameId, tournamentId } = request;
  const [selection, page] = await atOneMoment(context.db, async (tx) => [
    await readLeaderboardOf(tx, request, [handle]),
    await readLeaderboardPage(tx, tournamentId, END, count - 1),
  ]);
  const isMissing = selection === undefined || page === undefined;
  if (isMissing && (await hasNoBoard(context, request)))
    throw await whyNotListed(context, { gameId, handle });
  // The board was made, or the gamer scored, between the two reads.
  if (isMissing || selection.rows.some(({ place }) => place !== null))
    return await readAround(context, request, handle, count);
  const ending = rankedLines(page);
  const answered = await answerWindow(context, request, page, {
    lines: [...ending, ...rankedSelection(selection)],
    hasAhead: page.hasAhead || (ending.length === 0 && page.listed > 0),
    hasBehind: false,
  });
  // Only now: whose tournament it is comes first.
  if (selection.rows.length === 0) throw await whyNotListed(context, { gameId, handle });
  return answered;
}

async function whyNotListed({ db }: Context, key: GamerKey): Promise<DomainError> {
  return (await findGamers(db, [key])).length === 0 ? gamerNotFound() : gamerNotEntered();
}

async function readOf(context: Context, request: ReadLeaderboardRequest): Answer {
  const { handles } = request;
  const selection = await readLeaderboardOf(context.db, request, handles);
  if (selection === undefined)
    return (await hasNoBoard(context, request))
      ? { missing: handles }
      : await readOf(context, request);
  const found = new Set(selection.rows.map(({ handle }) => handle));
  return {
    ...(await answer(context, request, selection, rankedSelection(selection))),
    missing: handles.filter((handle) => !found.has(handle)),
  };
}

async function answerWindow(
  context: Context,
  request: ReadLeaderboardRequest,
  moment: LeaderboardMoment,
  window: LeaderboardWindow,
) {
  return {
    ...(await answer(context, request, moment, window.lines)),
    ...tokensOf(window, request.tournamentId),
  };
}

/** The lines of a leaderboard and its moment. Throws TOURNAMENT_NOT_FOUND for another game's. */
async function answer(
  { db }: Context,
  { gameId, tournamentId, withMetadata }: ReadLeaderboardRequest,
  moment: LeaderboardMoment,
  lines: readonly RankedLine[],
) {
  if (moment.gameId !== gameId) throw tournamentNotFound();
  const made = lines.flatMap(({ gamerId, reached }) =>
    reached === null ? [] : [{ gamerId, sequence: reached }],
  );
  // What an attempt was told with never changes: read a moment later, it is still of this one.
  const metadata = withMetadata ? await findMetadata(db, tournamentId, made) : new Map();
  return {
    standings: lines.map((line) => lineMessage(line, metadata.get(line.gamerId))),
    entries: moment.entries,
    listed: moment.listed,
    asOfSequence: moment.sequence,
    asOf: timestampFromDate(moment.changedAt),
  };
}
