import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { atOneMoment } from "@tms/kit/database/transaction";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { toOutcome } from "@tms/kit/errors/status";
import { receive, type ResponseOf } from "@tms/kit/rpc/rpcs";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import {
  ReadLeaderboardRequestSchema,
  type EntryService,
  type ReadLeaderboardRequest,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { findMetadata } from "../db/attempts.ts";
import { findGamers, type GamerKey } from "../db/gamers.ts";
import {
  readLeaderboardOf,
  readLeaderboardPage,
  type LeaderboardMoment,
} from "../db/leaderboard.ts";
import { lineMessage } from "../messages.ts";
import { isNotOpened } from "../registration.ts";
import {
  decodeStart,
  encodeTokens,
  END,
  rankedLines,
  rankedSelection,
  windowAround,
  windowBeside,
  type LeaderboardWindow,
} from "../scoring/leaderboard.ts";

type Answer = Promise<ResponseOf<typeof EntryService.method.readLeaderboard>>;

const DEFAULT_PAGE_SIZE = 50;
const DEFAULT_AROUND = 21;
const MAX_AROUND = 101;

export const leaderboardRpcs = {
  readLeaderboard,

  async batchReadLeaderboard(context, { reads }) {
    const outcomes = reads.map(async (request) => {
      const part = await refusedAlone(context.log, async () => {
        const fault = receive(ReadLeaderboardRequestSchema, request);
        if (fault) throw fault;
        return await readLeaderboard(context, request);
      });
      return { outcome: toOutcome("leaderboard", part) };
    });
    return { outcomes: await Promise.all(outcomes) };
  },
} satisfies Rpcs;

async function readLeaderboard(context: Context, request: ReadLeaderboardRequest): Answer {
  const { around, pageSize, pageToken, handles } = request;
  if (handles.length > 0) return await readHandles(context, request);
  if (around === undefined) return await readPage(context, request);
  if (pageSize > MAX_AROUND)
    throw invalidField("page_size", `must be at most ${MAX_AROUND} with around`);
  if (pageToken !== "") throw invalidField("page_token", "is not allowed with around");
  return await readAround(context, request, around);
}

async function readPage(context: Context, request: ReadLeaderboardRequest): Answer {
  const { tournamentId, pageToken, pageSize } = request;
  const start = decodeStart(pageToken, tournamentId);
  const size = pageSize || DEFAULT_PAGE_SIZE;
  const part = await readLeaderboardPage(context.db, tournamentId, start, size);
  if (part === undefined)
    return (await isNotOpened(context, request)) ? {} : await readPage(context, request);
  const window = windowBeside(rankedLines(part, part), start, size);
  return await toAnswer(context, request, part, window);
}

async function readAround(
  context: Context,
  request: ReadLeaderboardRequest,
  handle: string,
): Answer {
  const { gameId, tournamentId } = request;
  const size = request.pageSize || DEFAULT_AROUND;
  const found = await context.readWindow({ gameId, tournamentId, handle, size });
  if (found === undefined || found.window.rows.length === 0)
    return await readAroundUnlisted(context, request, handle, size);
  const lines = rankedLines(found.window, found.moment);
  const middle = lines.findIndex((line) => line.handle === handle);
  return await toAnswer(context, request, found.moment, windowAround(lines, middle, size));
}

/** Reads the end of the leaderboard, followed by the line of a gamer without a sort key. */
async function readAroundUnlisted(
  context: Context,
  request: ReadLeaderboardRequest,
  handle: string,
  size: number,
): Answer {
  const key = { gameId: request.gameId, handle };
  const [selection, page] = await atOneMoment(context.db, async (tx) => [
    await readLeaderboardOf(tx, request, [handle]),
    await readLeaderboardPage(tx, request.tournamentId, END, size - 1),
  ]);
  const isMissing = selection === undefined || page === undefined;
  if (isMissing && (await isNotOpened(context, request))) throw await whyUnlisted(context, key);
  // The board was opened or the gamer scored after an earlier read, so the lines are read again.
  if (isMissing || selection.rows.some(({ place }) => place !== null))
    return await readAround(context, request, handle);
  const ending = windowBeside(rankedLines(page, page), END, size - 1);
  const answer = await toAnswer(context, request, page, {
    lines: [...ending.lines, ...rankedSelection(selection)],
    hasAhead: ending.hasAhead || (ending.lines.length === 0 && page.listed > 0),
    hasBehind: false,
  });
  // Checked last, because toAnswer throws TOURNAMENT_NOT_FOUND for a tournament of another game.
  if (selection.rows.length === 0) throw await whyUnlisted(context, key);
  return answer;
}

async function whyUnlisted({ db }: Context, key: GamerKey) {
  const gamers = await findGamers(db, [key]);
  return new DomainError(gamers.length === 0 ? "GAMER_NOT_FOUND" : "GAMER_NOT_ENTERED");
}

async function readHandles(context: Context, request: ReadLeaderboardRequest): Answer {
  const { handles } = request;
  const selection = await readLeaderboardOf(context.db, request, handles);
  if (selection === undefined) {
    const isEmpty = await isNotOpened(context, request);
    return isEmpty ? { missing: handles } : await readHandles(context, request);
  }
  const found = new Set(selection.rows.map(({ handle }) => handle));
  const window = { lines: rankedSelection(selection), hasAhead: false, hasBehind: false };
  return {
    ...(await toAnswer(context, request, selection, window)),
    missing: handles.filter((handle) => !found.has(handle)),
  };
}

/** Returns the response for a window. Throws TOURNAMENT_NOT_FOUND if the board belongs to another game. */
async function toAnswer(
  { db }: Context,
  { gameId, tournamentId, withMetadata }: ReadLeaderboardRequest,
  moment: LeaderboardMoment,
  window: LeaderboardWindow,
) {
  const { lines } = window;
  if (moment.gameId !== gameId) throw new DomainError("TOURNAMENT_NOT_FOUND");
  const attempts = lines.flatMap(({ gamerId, reached }) =>
    reached === null ? [] : [{ gamerId, sequence: reached }],
  );
  // The metadata of an attempt never changes, so a later read returns the same metadata.
  const metadata = withMetadata ? await findMetadata(db, tournamentId, attempts) : new Map();
  return {
    standings: lines.map((line) => lineMessage(line, metadata.get(line.gamerId))),
    entries: moment.entries,
    listed: moment.listed,
    asOfSequence: moment.sequence,
    asOf: timestampFromDate(moment.changedAt),
    ...encodeTokens(window, tournamentId),
  };
}
