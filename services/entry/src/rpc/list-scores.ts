import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { wordsOf } from "@tms/kit/values/words";
import { ScoreState, type ListScoresRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { listReviewed } from "../db/attempts.ts";
import { findBoards } from "../db/boards.ts";
import { findGamers } from "../db/gamers.ts";
import { gamerNotFound, tournamentNotFound } from "../errors.ts";
import { reviewedMessage } from "../messages.ts";
import { hasNoBoard } from "../registration.ts";

const DEFAULT_PAGE_SIZE = 50;
const STATES = wordsOf(ScoreState);

/** A page of a tournament's attempts, the newest first; one that nobody joined has none. */
export const listScores = (context: Context): Rpcs["listScores"] =>
  async function list(request): Promise<Awaited<ReturnType<Rpcs["listScores"]>>> {
    const { db } = context;
    const { gameId, tournamentId, pageSize, pageToken } = request;
    const [board] = await findBoards(db, [tournamentId]);
    if (board === undefined) return (await hasNoBoard(context, request)) ? {} : await list(request);
    if (board.gameId !== gameId) throw tournamentNotFound();
    const gamerId = await gamerOf(context, request);
    const state = STATES.word(request.state) ?? null;
    const listName = ["scores", tournamentId, gamerId ?? "", state ?? ""];
    const position = decodePageToken(pageToken, listName, [TOKEN_PART.integer]);
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const below = position === undefined ? null : Number(position[0]);
    const rows = await listReviewed(db, tournamentId, { gamerId, state }, below, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listName, (row) => [row.attempt.sequence]);
    return { scores: items.map(reviewedMessage), nextPageToken };
  };

async function gamerOf({ db }: Context, { gameId, handle }: ListScoresRequest) {
  if (handle === undefined) return null;
  const [gamer] = await findGamers(db, [{ gameId, handle }]);
  if (gamer === undefined) throw gamerNotFound();
  return gamer.id;
}
