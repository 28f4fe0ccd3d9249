import type { Tx } from "@tms/kit/database/handle";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { findConfirmedEntries } from "../db/entries.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { decideOn, findAttempts, readAttemptsOf, type AttemptRow } from "../db/scoring/attempts.ts";
import { advanceBoards, findBoards, lockBoards, type BoardRow } from "../db/scoring/boards.ts";
import type { ReviewedScore } from "../db/scoring/reviewed.ts";
import { findScoredEntrants } from "../db/scoring/standings.ts";
import { attemptsExhausted, scoreNotFound, scoreOverflow, scoresNotEnabled } from "../errors.ts";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { entryStateOf, placeFor } from "../ranking/places.ts";
import { lockWhileOpen } from "../registration.ts";
import { momentOf } from "./decide-scores.ts";
import { NOTHING, withAttempt, type Fold } from "./fold.ts";
import { changeStandings, type StandingChange } from "./standings-change.ts";
import { stateAfter, type Verdict } from "./verdicts.ts";

/** What is decided on attempts, why, and whose doing it is. */
export interface Review {
  scoreIds: readonly string[];
  verdict: Verdict;
  reason: string;
  origin: Origin;
}

/**
 * Decides on attempts of a tournament, all or none, and folds the standings of their gamers anew.
 * Returns them in the order of their ids, each with this decision alone. Locks the registration, then
 * the board. Throws SCORE_NOT_FOUND for an attempt that the tournament does not have,
 * ATTEMPTS_EXHAUSTED and SCORE_OVERFLOW where the attempts would come to more than is allowed.
 */
export async function reviewScores(
  tx: Tx,
  key: TournamentKey,
  { scoreIds, verdict, reason, origin }: Review,
): Promise<ReviewedScore[]> {
  const { tournamentId } = key;
  if (!(await lockWhileOpen(tx, key)).scored) throw scoresNotEnabled();
  await lockBoards(tx, [tournamentId]);
  const [[board], attempts] = await Promise.all([
    findBoards(tx, [tournamentId]),
    getAttempts(tx, tournamentId, scoreIds),
  ]);
  if (board === undefined) throw new Error("a tournament that takes scores has no board");
  const { actor, requestId: restRequestId } = originMessage(origin);
  const decision = { verdict, reason, actor, decidedAt: momentOf(board) };
  await decideOn(tx, attempts, { ...decision, restRequestId });
  const handles = await foldStandings(tx, board, attempts);
  await advanceBoards(tx, [{ ...board, changedAt: decision.decidedAt }]);
  return attempts.map((attempt) => ({
    attempt: { ...attempt, state: stateAfter(verdict) },
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

/** Stores what the attempts of the gamers of some attempts come to by now; returns their handles, by gamer. */
async function foldStandings(
  tx: Tx,
  board: BoardRow,
  attempts: readonly AttemptRow[],
): Promise<Map<string, string>> {
  const { tournamentId, scoring } = board;
  const gamerIds = [...new Set(attempts.map(({ gamerId }) => gamerId))];
  const entries = await findConfirmedEntries(tx, tournamentId, gamerIds);
  const entrants = await findScoredEntrants(tx, entries);
  const folds = await foldAttempts(tx, board, gamerIds);
  const changes = entrants.flatMap(({ gamerId, handle, entry, standing }): StandingChange[] => {
    const fold = folds.get(gamerId);
    if (entry === null || fold === undefined) throw new Error("a score was recorded for nobody");
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
): Promise<Map<string, DatedFold | null>> {
  const folds = new Map<string, DatedFold | null>();
  for await (const attempts of readAttemptsOf(tx, tournamentId, gamerIds))
    for (const attempt of attempts) {
      const before = folds.get(attempt.gamerId);
      if (before !== null) folds.set(attempt.gamerId, folded(scoring, attempt, before));
    }
  return folds;
}

function folded(
  scoring: ScoringTerms,
  attempt: AttemptRow,
  before: DatedFold = NOTHING_YET,
): DatedFold | null {
  const fold = withAttempt(scoring, before, attempt);
  if (fold === null) return null;
  const isReached = fold.reached === attempt.sequence;
  return { ...fold, reachedAt: isReached ? attempt.createdAt : before.reachedAt };
}
