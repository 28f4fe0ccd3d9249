import { DomainError, invalidField, required } from "@tms/kit/errors/domain-error";
import type { Tx } from "@tms/kit/database/handle";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import {
  countAttempts,
  findAttempts,
  insertDecisions,
  NOTHING,
  readAttempts,
  type AttemptRow,
  type Fold,
  type ReviewedScore,
} from "../db/attempts.ts";
import { advanceBoards, lockOpenBoard, toMoment, type BoardRow } from "../db/boards.ts";
import { findConfirmedEntries } from "../db/entries.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { findScoredEntrants } from "../db/scored-standings.ts";
import type { AttemptState, Verdict } from "../db/tables.ts";
import { attemptsExhausted, callGone, scoreOverflow } from "../errors.ts";
import { lockWhileOpen } from "../registration.ts";
import { changeStandings, toStandingChange } from "./change-standings.ts";
import { withAttempt } from "./fold.ts";

const STATES: Readonly<Record<Verdict, AttemptState>> = {
  accept: "counted",
  void: "void",
  hold: "held",
};

// Joins and scores of the tournament wait for a review. Folding this many attempts takes less than a second.
const MAX_FOLDED = 20_000;

/**
 * Reviews attempts, all or none, and recomputes standings. Returns each attempt with only the new decision.
 * Throws if the caller disconnects.
 */
export async function reviewScores(
  tx: Tx,
  key: TournamentKey & { scoreIds: readonly string[] },
  { verdict, reason, origin }: { verdict: Verdict; reason: string; origin: Origin },
  signal: AbortSignal,
): Promise<ReviewedScore[]> {
  const { tournamentId } = key;
  if (!(await lockWhileOpen(tx, key)).scored) throw new DomainError("SCORES_NOT_ENABLED");
  const board = await lockOpenBoard(tx, tournamentId);
  const attempts = await getAttempts(tx, tournamentId, key.scoreIds);
  const gamerIds = [...new Set(attempts.map(({ gamerId }) => gamerId))];
  await checkSize(tx, tournamentId, gamerIds);
  const { actor, requestId: restRequestId } = originMessage(origin);
  const decision = { verdict, reason, actor, decidedAt: toMoment(board) };
  const state = STATES[verdict];
  await insertDecisions(tx, attempts, state, { ...decision, restRequestId });
  const handles = await foldStandings(tx, board, attempts, gamerIds, signal);
  await advanceBoards(tx, [{ ...board, changedAt: decision.decidedAt }]);
  return attempts.map((attempt) => ({
    attempt: { ...attempt, state },
    handle: handles.get(attempt.gamerId) ?? "",
    decisions: [decision],
  }));
}

async function getAttempts(tx: Tx, tournamentId: string, ids: readonly string[]) {
  const attempts = new Map((await findAttempts(tx, ids)).map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const attempt = attempts.get(id);
    if (attempt?.tournamentId === tournamentId) return attempt;
    const description = "does not exist in this tournament";
    throw new DomainError("SCORE_NOT_FOUND", undefined, {
      fields: [{ field: `score_ids[${index}]`, description }],
    });
  });
}

/** Throws INVALID_ARGUMENT if several gamers together have too many attempts. Accepts any single gamer. */
async function checkSize(tx: Tx, tournamentId: string, gamerIds: readonly string[]) {
  if (gamerIds.length === 1) return;
  const counted = await countAttempts(tx, tournamentId, gamerIds, MAX_FOLDED + 1);
  const total = `more than ${MAX_FOLDED.toLocaleString("en")} attempts in total`;
  if (counted > MAX_FOLDED)
    throw invalidField(
      "score_ids",
      `belong to gamers with ${total}. Review fewer scores in one request`,
    );
}

/** Recomputes and stores the standings of the gamers of `attempts`. Returns handles by gamer id. */
async function foldStandings(
  tx: Tx,
  board: BoardRow,
  attempts: readonly AttemptRow[],
  gamerIds: readonly string[],
  signal: AbortSignal,
) {
  const { tournamentId, scoring } = board;
  const entries = await findConfirmedEntries(tx, tournamentId, gamerIds);
  const entrants = await findScoredEntrants(tx, entries);
  const folds = await foldAttempts(tx, board, gamerIds, signal);
  const changes = entrants.map((entrant) => {
    const { gamerId, handle } = entrant;
    const fold = required(folds.get(gamerId), "a recorded score has no gamer");
    const ofScore = () => ({
      handle,
      index: attempts.findIndex((attempt) => attempt.gamerId === gamerId),
    });
    if (fold === null) throw scoreOverflow(ofScore());
    if (fold.attempts > scoring.attempts) throw attemptsExhausted(scoring.attempts, ofScore());
    return toStandingChange(board, entrant, fold);
  });
  await changeStandings(tx, changes);
  return new Map(entrants.map(({ gamerId, handle }) => [gamerId, handle]));
}

/** Returns the folds of all attempts by gamer id. A fold is null if a sum is too large. */
async function foldAttempts(
  tx: Tx,
  { tournamentId, scoring }: BoardRow,
  gamerIds: readonly string[],
  signal: AbortSignal,
) {
  const folds = new Map<string, (Fold & { reachedAt: Date | null }) | null>();
  for await (const attempts of readAttempts(tx, tournamentId, gamerIds)) {
    // Stops if the caller is gone, because other calls wait for the locks.
    if (signal.aborted) throw callGone();
    for (const attempt of attempts) {
      const before = folds.get(attempt.gamerId) ?? { ...NOTHING, reachedAt: null };
      if (folds.get(attempt.gamerId) === null) continue;
      const fold = withAttempt(scoring, before, attempt);
      const reachedAt = fold?.reached === attempt.sequence ? attempt.createdAt : before.reachedAt;
      folds.set(attempt.gamerId, fold && { ...fold, reachedAt });
    }
  }
  return folds;
}
