import { isDeepStrictEqual } from "node:util";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import { derivedId } from "@tms/kit/values/ids";
import type { AttemptRow, Result } from "../db/attempts.ts";
import { toMoment, type BoardRow } from "../db/boards.ts";
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

export interface ScoreRequest extends EntryKey, Result {
  requestId: string;
  /** The name of the attempt; null if the request id names it. */
  attempt: string | null;
  /** A JSON object, or empty. */
  metadata: string;
  /** True if the attempt waits for a review, whatever its score. */
  hold: boolean;
  /** True if a repeat would have the same requestId. */
  repeatable: boolean;
  withRank: boolean;
  origin: Origin;
  attemptId: string;
}

/** Derives the id of an attempt. Repeats have the same id, so that an attempt is recorded once. */
export function toAttemptId({
  tournamentId,
  handle,
  attempt,
  requestId,
}: Pick<ScoreRequest, "tournamentId" | "handle" | "attempt" | "requestId">): string {
  // Encoded names and request ids contain no slash, so that the parts cannot be confused.
  const name = attempt === null ? ["request", requestId] : ["name", encodeURIComponent(attempt)];
  return derivedId("attempt", tournamentId, encodeURIComponent(handle), ...name);
}

/** The state that a batch of scores depends on, read under the locks of its boards. */
export interface ScoreSnapshot {
  /** By tournament. */
  boards: ReadonlyMap<string, BoardRow>;
  /** Registrations of tournaments without a board, by tournament. */
  without: ReadonlyMap<string, RegistrationRow>;
  /** The tournaments with a board that this transaction has locked. */
  locked: ReadonlySet<string>;
  /** By entry key. Unknown gamers are absent. */
  entrants: ReadonlyMap<string, ScoredEntrant>;
  /** Recorded attempts, by id. */
  known: ReadonlyMap<string, AttemptRow>;
}

/** An attempt, and the standing of its gamer after it. */
export interface DecidedScore {
  attempt: AttemptRow;
  handle: string;
  standing: Standing;
  attemptsLeft: number;
  /** True if the attempt was recorded before. */
  repeated: boolean;
  origin: Origin;
}

export type ScoreDecision = DecidedScore | DomainError;

/** Decides in order which scores of a batch are recorded. Pure. */
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
  /** Recorded attempts, including those of the batch. */
  known: Map<string, AttemptRow>;
  /** Standings that the batch changed, by entry key. */
  standings: Map<string, Standing>;
  /** The last sequences that the batch assigned, by tournament. */
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
  const decide = (attempt: AttemptRow, standing: Standing, repeated: boolean): DecidedScore => {
    const attemptsLeft = Math.max(0, board.scoring.attempts - standing.attempts);
    return { attempt, handle, standing, attemptsLeft, repeated, origin };
  };
  const known = batch.known.get(request.attemptId);
  if (known && before) {
    if (!isSameContent(request, known)) throw attemptReused();
    return decide(known, before, true);
  }
  checkTime(board);
  if (entrant === undefined || before === undefined) throw gamerNotFound();
  if (entrant.entry === null) throw gamerNotEntered();
  if (entrant.entry.disqualified) throw gamerDisqualified();
  if (entrant.entry.exitNumber !== null) throw gamerEliminated();
  checkContent(request, board);
  const attempt = newAttempt(request, board, entrant, batch);
  const standing = addAttempt(before, attempt, board);
  batch.known.set(attempt.id, attempt);
  batch.standings.set(key, standing);
  batch.sequences.set(board.tournamentId, attempt.sequence);
  return decide(attempt, standing, false);
}

function whyNoBoard(
  { gameId }: ScoreRequest,
  registration: RegistrationRow | undefined,
): DomainError {
  if (registration?.gameId !== gameId) return tournamentNotFound();
  // A tournament that ended before the first join has no board, even if it takes scores.
  return wasOpened(registration) ? scoresNotEnabled() : notPublished();
}

function checkTime({ readAt, startsAt, endsAt, closedAt }: BoardRow): void {
  if (readAt >= endsAt) throw tournamentEnded();
  if (closedAt !== null) throw notPublished();
  if (readAt < startsAt) throw tournamentNotStarted();
}

function checkContent(request: ScoreRequest, { scoring }: BoardRow): void {
  const { score, tieBreaks, attempt, repeatable } = request;
  const count = scoring.tieBreaks.length;
  if (tieBreaks.length !== count)
    throw invalidField(
      "tie_breaks",
      count === 1 ? "must have one number" : `must have ${count} numbers`,
    );
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
    createdAt: toMoment(board),
  };
}

const STILL_IN = { exitNumber: null, placement: null, disqualified: false };

function addAttempt(before: Standing, attempt: AttemptRow, { scoring }: BoardRow): Standing {
  if (before.attempts >= scoring.attempts) throw attemptsExhausted(scoring.attempts);
  const fold = withAttempt(scoring, before, attempt);
  if (fold === null) throw scoreOverflow();
  const reachedAt = fold.reached === attempt.sequence ? attempt.createdAt : before.reachedAt;
  const place = placeFor(scoring, { ...fold, ...STILL_IN });
  return { ...fold, reachedAt, place };
}

const isSameContent = (request: ScoreRequest, known: AttemptRow): boolean =>
  request.score === known.score &&
  isSameMetadata(request.metadata, known.metadata) &&
  request.tieBreaks.length === known.tieBreaks.length &&
  request.tieBreaks.every((number, index) => number === known.tieBreaks[index]);

/** Compares JSON objects. Ignores the order of their members. An empty text means no metadata. */
const isSameMetadata = (one: string, other: string): boolean =>
  one === other ||
  (one !== "" && other !== "" && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));
