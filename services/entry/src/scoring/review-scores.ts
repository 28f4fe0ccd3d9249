import type { Tx } from "@tms/kit/database/handle";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import {
  countAttemptsOf,
  decideOn,
  findAttempts,
  readAttemptsOf,
  type AttemptRow,
  type DatedAttempt,
  type Fold,
  type ReviewedScore,
} from "../db/attempts.ts";
import { advanceBoards, getBoard, lockBoards, type BoardRow } from "../db/boards.ts";
import { findConfirmedEntries } from "../db/entries.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { findScoredEntrants } from "../db/scored-standings.ts";
import type { AttemptState, Verdict } from "../db/tables.ts";
import {
  attemptsExhausted,
  callGone,
  scoreNotFound,
  scoreOverflow,
  scoresNotEnabled,
  tooMuchToReview,
  tournamentEnded,
} from "../errors.ts";
import { lockWhileOpen } from "../registration.ts";
import { changeStandings, type StandingChange } from "./change-standings.ts";
import { momentOf } from "./decide-scores.ts";
import { NOTHING, withAttempt } from "./fold.ts";
import { entryStateOf, placeFor } from "./places.ts";

const STATES: Readonly<Record<Verdict, AttemptState>> = {
  accept: "counted",
  void: "void",
  hold: "held",
};

/** The state of an attempt on which this was decided last. */
export const stateAfter = (verdict: Verdict): AttemptState => STATES[verdict];

/** What is decided on attempts, why, and whose doing it is. */
export interface Review {
  scoreIds: readonly string[];
  verdict: Verdict;
  reason: string;
  origin: Origin;
}

// Joins, scores and reviews of the tournament wait for a review, and give up after a second. Folding so
// many takes 0.3 s, and 0.7 s where the best hundred are added up; one gamer's 10,000 take half of it.
const MOST_FOLDED = 20_000;

/**
 * Decides on attempts of a tournament, all or none, and folds the standings of their gamers anew, each
 * from all attempts that the gamer has. Returns the attempts in the order of their ids, each with this
 * decision alone. Locks the registration, then the board; ends once nobody waits for it any more.
 * Throws SCORE_NOT_FOUND for an attempt that the tournament does not have, ATTEMPTS_EXHAUSTED and
 * SCORE_OVERFLOW where the attempts would come to more than is allowed, INVALID_ARGUMENT where the
 * gamers have more attempts than are folded at once.
 */
export async function reviewScores(
  tx: Tx,
  key: TournamentKey,
  { scoreIds, verdict, reason, origin }: Review,
  signal: AbortSignal,
): Promise<ReviewedScore[]> {
  const { tournamentId } = key;
  if (!(await lockWhileOpen(tx, key)).scored) throw scoresNotEnabled();
  await lockBoards(tx, [tournamentId]);
  const [board, attempts] = await Promise.all([
    getBoard(tx, tournamentId),
    getAttempts(tx, tournamentId, scoreIds),
  ]);
  // The wait for the board may have lasted until the end.
  if (board.readAt >= board.endsAt) throw tournamentEnded();
  await checkSize(tx, tournamentId, attempts);
  const { actor, requestId: restRequestId } = originMessage(origin);
  const decision = { verdict, reason, actor, decidedAt: momentOf(board) };
  const state = stateAfter(verdict);
  await decideOn(tx, attempts, state, { ...decision, restRequestId });
  const handles = await foldStandings(tx, board, attempts, signal);
  await advanceBoards(tx, [{ ...board, changedAt: decision.decidedAt }]);
  return attempts.map((attempt) => ({
    attempt: { ...attempt, state },
    handle: handles.get(attempt.gamerId) ?? "",
    decisions: [decision],
  }));
}

async function getAttempts(
  tx: Tx,
  tournamentId: string,
  ids: readonly string[],
): Promise<AttemptRow[]> {
  const attempts = new Map((await findAttempts(tx, ids)).map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const attempt = attempts.get(id);
    if (attempt?.tournamentId !== tournamentId) throw scoreNotFound(index);
    return attempt;
  });
}

const gamersOf = (attempts: readonly AttemptRow[]): string[] => [
  ...new Set(attempts.map(({ gamerId }) => gamerId)),
];

/** Throws unless all attempts of the gamers of some attempts can be folded at once. */
async function checkSize(
  tx: Tx,
  tournamentId: string,
  attempts: readonly AttemptRow[],
): Promise<void> {
  const gamerIds = gamersOf(attempts);
  if (gamerIds.length === 1) return;
  const counted = await countAttemptsOf(tx, tournamentId, gamerIds, MOST_FOLDED + 1);
  if (counted > MOST_FOLDED) throw tooMuchToReview(MOST_FOLDED);
}

/** Stores what the attempts of the gamers of some attempts come to by now; returns their handles, by gamer. */
async function foldStandings(
  tx: Tx,
  board: BoardRow,
  attempts: readonly AttemptRow[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const { tournamentId, scoring } = board;
  const gamerIds = gamersOf(attempts);
  const entries = await findConfirmedEntries(tx, tournamentId, gamerIds);
  const entrants = await findScoredEntrants(tx, entries);
  const folds = await foldAttempts(tx, board, gamerIds, signal);
  const changes = entrants.flatMap(({ gamerId, handle, entry, standing }): StandingChange[] => {
    const fold = folds.get(gamerId);
    if (entry === null || fold === undefined) throw new Error("a recorded score has no gamer");
    const first = () => attempts.findIndex((attempt) => attempt.gamerId === gamerId);
    if (fold === null) throw scoreOverflow({ handle, index: first() });
    if (fold.attempts > scoring.attempts)
      throw attemptsExhausted(scoring.attempts, { handle, index: first() });
    const { id: entryId, joinedAt, exitNumber } = entry;
    const state = entryStateOf(entry);
    const place = placeFor(scoring, { ...fold, state, exitNumber, placement: null });
    return [{ ...fold, tournamentId, gamerId, entryId, joinedAt, place, from: standing.place }];
  });
  await changeStandings(tx, changes);
  return new Map(entrants.map(({ gamerId, handle }) => [gamerId, handle]));
}

interface DatedFold extends Fold {
  reachedAt: Date | null;
}

const NOTHING_YET: DatedFold = { ...NOTHING, reachedAt: null };

/** What gamers' attempts come to, by gamer; null where they add up to too much. */
async function foldAttempts(
  tx: Tx,
  { tournamentId, scoring }: BoardRow,
  gamerIds: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, DatedFold | null>> {
  const folds = new Map<string, DatedFold | null>();
  for await (const attempts of readAttemptsOf(tx, tournamentId, gamerIds)) {
    // Others wait for the locks, and a repeat of the call would.
    if (signal.aborted) throw callGone();
    for (const attempt of attempts) {
      const before = folds.get(attempt.gamerId);
      if (before !== null) folds.set(attempt.gamerId, folded(scoring, attempt, before));
    }
  }
  return folds;
}

function folded(
  scoring: ScoringTerms,
  attempt: DatedAttempt,
  before: DatedFold = NOTHING_YET,
): DatedFold | null {
  const fold = withAttempt(scoring, before, attempt);
  if (fold === null) return null;
  const isReached = fold.reached === attempt.sequence;
  return { ...fold, reachedAt: isReached ? attempt.createdAt : before.reachedAt };
}
