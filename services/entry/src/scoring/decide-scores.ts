import { isDeepStrictEqual } from "node:util";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import { derivedId } from "@tms/kit/values/ids";
import type { AttemptRow, FoldedAttempt, Result } from "../db/attempts.ts";
import type { BoardRow } from "../db/boards.ts";
import { entryKey, type EntryKey } from "../db/entries.ts";
import { wasOpened, type RegistrationRow } from "../db/registrations.ts";
import type { ScoredEntrant, Standing } from "../db/scored-standings.ts";
import {
  attemptReused,
  attemptsExhausted,
  gamerDisqualified,
  gamerEliminated,
  gamerNotEntered,
  gamerNotFound,
  notPublished,
  scoreOutOfRange,
  scoreOverflow,
  scoresNotEnabled,
  tournamentBusy,
  tournamentEnded,
  tournamentNotFound,
  tournamentNotStarted,
} from "../errors.ts";
import { isHeld, withAttempt } from "./fold.ts";
import { placeFor } from "./places.ts";

/** A score as asked for. */
export interface ScoreRequest extends EntryKey, Result {
  requestId: string;
  /** What the game calls the attempt; null names it by its request. */
  attempt: string | null;
  /** A JSON object; empty for none. */
  metadata: string;
  /** Whether it waits for a review whatever the score is. */
  hold: boolean;
  /** Whether a repeat would have the same requestId. */
  repeatable: boolean;
  withRank: boolean;
  /** Whose doing it is. */
  origin: Origin;
  /** See {@link attemptIdOf}. */
  attemptId: string;
}

/**
 * The id of a request's attempt: the same for every repeat of it, and of no other attempt. That is
 * what makes an attempt count once.
 */
export function attemptIdOf({
  tournamentId,
  handle,
  attempt,
  requestId,
}: Pick<ScoreRequest, "tournamentId" | "handle" | "attempt" | "requestId">): string {
  // No name that a game can give begins with a slash once it is encoded; nor does a request's id.
  const name = attempt === null ? ["request", requestId] : ["name", encodeURIComponent(attempt)];
  return derivedId("attempt", tournamentId, encodeURIComponent(handle), ...name);
}

/** All that a batch of scores depends on, read under the locks of its boards. */
export interface ScoreSnapshot {
  /** By tournament. */
  boards: ReadonlyMap<string, BoardRow>;
  /** The registrations of tournaments that have no board, by tournament. */
  without: ReadonlyMap<string, RegistrationRow>;
  /** The tournaments whose boards are locked; others may be held by somebody. */
  locked: ReadonlySet<string>;
  /** By entry key; unknown gamers are absent. */
  entrants: ReadonlyMap<string, ScoredEntrant>;
  /** Attempts recorded before, by their ids. */
  known: ReadonlyMap<string, AttemptRow>;
}

/** An attempt, what it is told with, and what its gamer's attempts come to after it. */
export interface DecidedScore {
  attempt: AttemptRow;
  handle: string;
  standing: Standing;
  attemptsLeft: number;
  /** Whether it was recorded before. */
  repeated: boolean;
  /** Whose doing the request is. */
  origin: Origin;
}

/** What became of a score: the attempt, or why there is none. */
export type ScoreDecision = DecidedScore | DomainError;

/**
 * Decides which scores of a batch are recorded, in order: each attempt once, none beyond what a gamer
 * has, none outside of the time in which the tournament takes them. Pure.
 */
export function decideScores(
  requests: readonly ScoreRequest[],
  snapshot: ScoreSnapshot,
): ScoreDecision[] {
  const batch: Batch = {
    ...snapshot,
    known: new Map(snapshot.known),
    standings: new Map(),
    sequences: new Map(),
  };
  return requests.map((request) => {
    try {
      return decideScore(request, batch);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
}

interface Batch extends ScoreSnapshot {
  /** With those that the batch records. */
  known: Map<string, AttemptRow>;
  /** Standings that the batch changed, by entry key. */
  standings: Map<string, Standing>;
  /** The last sequences that the batch gave, by tournament. */
  sequences: Map<string, number>;
}

function decideScore(request: ScoreRequest, batch: Batch): DecidedScore {
  const board = batch.boards.get(request.tournamentId);
  if (board === undefined) throw whyNoBoard(request, batch.without.get(request.tournamentId));
  if (board.gameId !== request.gameId) throw tournamentNotFound();
  if (!batch.locked.has(request.tournamentId)) throw tournamentBusy();
  const key = entryKey(request);
  const entrant = batch.entrants.get(key);
  const before = batch.standings.get(key) ?? entrant?.standing;
  const { handle, origin } = request;
  const known = batch.known.get(request.attemptId);
  if (known && before) {
    if (!isSameContent(request, known)) throw attemptReused();
    const left = leftOf(board, before);
    return { attempt: known, handle, standing: before, ...left, repeated: true, origin };
  }
  checkTime(board);
  if (entrant === undefined || before === undefined) throw gamerNotFound();
  if (entrant.entry === null) throw gamerNotEntered();
  if (entrant.entry.disqualified) throw gamerDisqualified();
  if (entrant.entry.exitNumber !== null) throw gamerEliminated();
  checkContent(request, board);
  const attempt = newAttempt(request, board, entrant, batch);
  const standing = standingAfter(before, attempt, board);
  batch.known.set(attempt.id, attempt);
  batch.standings.set(key, standing);
  batch.sequences.set(board.tournamentId, attempt.sequence);
  return { attempt, handle, standing, ...leftOf(board, standing), repeated: false, origin };
}

function whyNoBoard(
  { gameId }: ScoreRequest,
  registration: RegistrationRow | undefined,
): DomainError {
  if (registration?.gameId !== gameId) return tournamentNotFound();
  // One that was over before anybody joined has none, whatever its scoring is.
  return wasOpened(registration) ? scoresNotEnabled() : notPublished();
}

function checkTime({ readAt, startsAt, endsAt, closedAt }: BoardRow): void {
  if (readAt >= endsAt) throw tournamentEnded();
  if (closedAt !== null) throw notPublished();
  if (readAt < startsAt) throw tournamentNotStarted();
}

function checkContent(request: ScoreRequest, { scoring }: BoardRow): void {
  const { score, tieBreaks, attempt, repeatable } = request;
  if (tieBreaks.length !== scoring.tieBreaks.length)
    throw invalidField("tie_breaks", tieBreaksRule(scoring.tieBreaks.length));
  if (scoring.operator === "sum" && attempt === null && !repeatable)
    throw invalidField(
      "attempt",
      "is required with the operator sum, unless you send an Idempotency-Key",
    );
  if (
    (scoring.min !== null && score < scoring.min) ||
    (scoring.max !== null && score > scoring.max)
  )
    throw scoreOutOfRange();
}

const tieBreaksRule = (count: number): string =>
  count === 1 ? "must have one number" : `must have ${count} numbers`;

/** The moment of all that a batch records on a board; never before that of the batch before. */
export const momentOf = ({ readAt, changedAt }: BoardRow): Date =>
  readAt > changedAt ? readAt : changedAt;

function newAttempt(
  request: ScoreRequest,
  board: BoardRow,
  { gamerId, entry }: ScoredEntrant,
  { sequences }: Batch,
): AttemptRow {
  const { tournamentId, score, tieBreaks, metadata, hold } = request;
  const last = sequences.get(tournamentId) ?? Number(board.sequence);
  return {
    id: request.attemptId,
    tournamentId,
    gamerId,
    entryId: entry?.id ?? "",
    name: request.attempt,
    sequence: last + 1,
    score,
    tieBreaks: [...tieBreaks],
    state: hold || isHeld(board.scoring, score) ? "held" : "counted",
    metadata,
    createdAt: momentOf(board),
  };
}

function standingAfter(before: Standing, attempt: AttemptRow, { scoring }: BoardRow): Standing {
  if (before.attempts >= scoring.attempts) throw attemptsExhausted(scoring.attempts);
  const fold = withAttempt(scoring, before, attempt satisfies FoldedAttempt);
  if (fold === null) throw scoreOverflow();
  const reachedAt = fold.reached === attempt.sequence ? attempt.createdAt : before.reachedAt;
  const place = placeFor(scoring, { ...fold, state: "in", exitNumber: null, placement: null });
  return { ...fold, reachedAt, place };
}

const leftOf = ({ scoring }: BoardRow, { attempts }: Standing) => ({
  attemptsLeft: Math.max(0, scoring.attempts - attempts),
});

const isSameContent = (request: ScoreRequest, known: AttemptRow): boolean =>
  request.score === known.score &&
  isSameMetadata(request.metadata, known.metadata) &&
  request.tieBreaks.length === known.tieBreaks.length &&
  request.tieBreaks.every((number, index) => number === known.tieBreaks[index]);

/** In whatever order a retry writes the members; empty means none. */
const isSameMetadata = (one: string, other: string): boolean =>
  one === other ||
  (one !== "" && other !== "" && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));
