import { isDeepStrictEqual } from "node:util";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import type { ScoreRequest as ScoreMessage } from "@tms/proto/tms/entry/v1/entry";
import { derivedId } from "@tms/kit/values/ids";
import type { AttemptRow, Result } from "../db/attempts.ts";
import { toMoment, type BoardRow } from "../db/boards.ts";
import { entryKey, type EntryKey } from "../db/entries.ts";
import { wasOpened, type RegistrationRow } from "../db/registrations.ts";
import type { ScoredEntrant, Standing } from "../db/scored-standings.ts";
import { attemptsExhausted, scoreOverflow, tournamentBusy } from "../errors.ts";
import { isHeld, withAttempt } from "./fold.ts";
import { placeFor } from "../db/sort-keys.ts";

/** A score to record, with fields of the request message. */
export interface ScoreRequest
  extends
    EntryKey,
    Result,
    Pick<ScoreMessage, "requestId" | "metadata" | "hold" | "repeatable" | "withRank"> {
  /** The name of the attempt; null if the request id names it. */
  attempt: string | null;
  attemptId: string;
  origin: Origin;
}

/** Returns the id of an attempt. A repeat has the same id, so that an attempt is recorded once. */
export function toAttemptId({ tournamentId, handle, attempt, requestId }: ScoreMessage): string {
  // Request ids and encoded names contain no slash, so different parts never yield the same id.
  const name =
    attempt === undefined ? ["request", requestId] : ["name", encodeURIComponent(attempt)];
  return derivedId("attempt", tournamentId, encodeURIComponent(handle), ...name);
}

/** The state that a batch of scores depends on. `locked` contains the boards that the transaction locked. */
export interface ScoreSnapshot {
  boards: ReadonlyMap<string, BoardRow>;
  /** Registrations of tournaments without a board, by tournament. */
  without: ReadonlyMap<string, RegistrationRow>;
  locked: ReadonlySet<string>;
  /** By entry key. Unknown gamers are absent. */
  entrants: ReadonlyMap<string, ScoredEntrant>;
  known: ReadonlyMap<string, AttemptRow>;
}

export interface DecidedScore {
  request: ScoreRequest;
  board: BoardRow;
  /** The state of the gamer before the batch. */
  entrant: ScoredEntrant;
  attempt: AttemptRow;
  /** The standing after the attempt. */
  standing: Standing;
  attemptsLeft: number;
  repeated: boolean;
}

export type ScoreDecision = DecidedScore | DomainError;

/** Decides in order which scores of a batch are recorded. Pure. */
export function decideScores(requests: readonly ScoreRequest[], snapshot: ScoreSnapshot) {
  // These maps include the scores of the batch.
  const attempts = new Map(snapshot.known);
  const standings = new Map<string, Standing>();
  const sequences = new Map<string, number>();

  function decide(request: ScoreRequest): DecidedScore {
    const { tournamentId } = request;
    const board = snapshot.boards.get(tournamentId);
    if (board === undefined) throw whyNoBoard(request, snapshot.without.get(tournamentId));
    if (board.gameId !== request.gameId) throw new DomainError("TOURNAMENT_NOT_FOUND");
    if (!snapshot.locked.has(tournamentId)) throw tournamentBusy();
    const key = entryKey(request);
    const entrant = snapshot.entrants.get(key);
    const before = standings.get(key) ?? entrant?.standing;
    const known = attempts.get(request.attemptId);
    if (known === undefined) checkTime(board);
    if (entrant === undefined || before === undefined) throw new DomainError("GAMER_NOT_FOUND");
    const toDecision = (attempt: AttemptRow, standing: Standing, repeated: boolean) => {
      const attemptsLeft = Math.max(0, board.scoring.attempts - standing.attempts);
      return { request, board, entrant, attempt, standing, attemptsLeft, repeated };
    };
    if (known) {
      if (!isSameContent(request, known)) throw new DomainError("ATTEMPT_REUSED");
      return toDecision(known, before, true);
    }
    if (entrant.entry === null) throw new DomainError("GAMER_NOT_ENTERED");
    if (entrant.entry.disqualified) throw new DomainError("GAMER_DISQUALIFIED");
    if (entrant.entry.exitNumber !== null) throw new DomainError("GAMER_ALREADY_ELIMINATED");
    checkContent(request, board);
    const sequence = 1 + (sequences.get(tournamentId) ?? Number(board.sequence));
    const attempt = newAttempt(request, board, entrant, sequence);
    const standing = addAttempt(before, attempt, board);
    attempts.set(attempt.id, attempt);
    standings.set(key, standing);
    sequences.set(tournamentId, sequence);
    return toDecision(attempt, standing, false);
  }

  return requests.map((request): ScoreDecision => {
    try {
      return decide(request);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
}

function whyNoBoard({ gameId }: ScoreRequest, registration: RegistrationRow | undefined) {
  if (registration?.gameId !== gameId) return new DomainError("TOURNAMENT_NOT_FOUND");
  // A tournament that ended before the first join has no board, even if it takes scores.
  return wasOpened(registration)
    ? new DomainError("SCORES_NOT_ENABLED")
    : new DomainError("TOURNAMENT_NOT_PUBLISHED");
}

function checkTime({ readAt, startsAt, endsAt, closedAt }: BoardRow) {
  if (readAt >= endsAt) throw new DomainError("TOURNAMENT_ENDED");
  if (closedAt !== null) throw new DomainError("TOURNAMENT_NOT_PUBLISHED");
  if (readAt < startsAt) throw new DomainError("TOURNAMENT_NOT_STARTED");
}

function checkContent({ score, tieBreaks, attempt, repeatable }: ScoreRequest, board: BoardRow) {
  const { scoring } = board;
  const count = scoring.tieBreaks.length;
  const counted = count === 1 ? "one number" : `${count} numbers`;
  if (tieBreaks.length !== count) throw invalidField("tie_breaks", `must have ${counted}`);
  if (scoring.operator === "sum" && attempt === null && !repeatable)
    throw invalidField(
      "attempt",
      "is required with the operator sum, unless you send an Idempotency-Key",
    );
  const { min, max } = scoring;
  const isInRange = (min === null || score >= min) && (max === null || score <= max);
  if (!isInRange) throw new DomainError("SCORE_OUT_OF_RANGE");
}

function newAttempt(
  { attemptId: id, attempt: name, score, tieBreaks, metadata, hold }: ScoreRequest,
  board: BoardRow,
  { gamerId, entry }: ScoredEntrant,
  sequence: number,
): AttemptRow {
  return {
    id,
    tournamentId: board.tournamentId,
    gamerId,
    entryId: entry?.id ?? "",
    name,
    sequence,
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

const isSameContent = (request: ScoreRequest, known: AttemptRow) =>
  request.score === known.score &&
  isSameMetadata(request.metadata, known.metadata) &&
  isDeepStrictEqual(request.tieBreaks, known.tieBreaks);

/** Compares JSON objects. Ignores the order of their members. An empty string means no metadata. */
const isSameMetadata = (one: string, other: string) =>
  one === other ||
  (one !== "" && other !== "" && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));
