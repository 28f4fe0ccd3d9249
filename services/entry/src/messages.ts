import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { wordsOf } from "@tms/kit/values/words";
import {
  EntryDecisionSchema,
  EntrySchema,
  EntryState,
  EntryVerdict,
  GamerSchema,
  LeaderboardEntrySchema,
  ListedEntrySchema,
  ScoreSchema,
  ScoreState,
  ScoreVerdict,
  StandingSchema,
  type ReadStandingsResponseSchema,
} from "@tms/proto/tms/entry/v1/entry";
import type { AttemptRow, ReviewedScore } from "./db/attempts.ts";
import type { EntryDecisionRow } from "./db/decisions.ts";
import { toEntryState, type EntryRow } from "./db/entries.ts";
import type { GamerRow } from "./db/gamers.ts";
import type { ListedRow } from "./db/standings.ts";
import type { Ranked } from "./ranking/entry-rank.ts";
import type { DecidedScore } from "./scoring/decide-scores.ts";
import type { RankedLine } from "./scoring/leaderboard.ts";

const ENTRY_STATES = wordsOf(EntryState);
const ENTRY_VERDICTS = wordsOf(EntryVerdict);
export const SCORE_STATES = wordsOf(ScoreState);
export const SCORE_VERDICTS = wordsOf(ScoreVerdict);

/**
 * Converts the result of a batch item to an outcome. An error becomes the case `refused`, and any other
 * result becomes the case `name`.
 */
export const toOutcome = <const C extends string, T, V>(
  name: C,
  result: T | DomainError,
  toValue: (result: T) => V,
) =>
  result instanceof Error
    ? ({ case: "refused", value: toRefusal(result) } as const)
    : { case: name, value: toValue(result) };

export const entryMessage = (row: Ranked<EntryRow>) =>
  create(EntrySchema, {
    id: row.id,
    tournamentId: row.tournamentId,
    gamerId: row.gamerId,
    handle: row.handle,
    fee: { currency: row.currency, minorUnits: row.feeMinor },
    joinTime: timestampFromDate(row.joinedAt),
    createTime: timestampFromDate(row.createdAt),
    updateTime: timestampFromDate(row.updatedAt),
    ...(row.eliminatedAt && { eliminateTime: timestampFromDate(row.eliminatedAt) }),
    ...(row.rank !== null && { rank: row.rank }),
    provisional: row.rank !== null && (row.provisional ?? false),
    state: ENTRY_STATES.value(toEntryState(row)),
    metadata: row.metadata ?? "",
  });

export const decisionMessage = (row: EntryDecisionRow) =>
  create(EntryDecisionSchema, {
    verdict: ENTRY_VERDICTS.value(row.decision),
    was: ENTRY_STATES.value(row.was),
    reason: row.reason,
    actor: row.actor,
    time: timestampFromDate(row.decidedAt),
  });

/** Converts an entry on a page of the standings. The times are in milliseconds. */
export const listedMessage = (row: Ranked<ListedRow>) =>
  create(ListedEntrySchema, {
    id: row.id,
    gamerId: row.gamerId,
    handle: row.handle,
    joinTimeMs: BigInt(row.joinedMs),
    eliminateTimeMs: row.eliminatedMs === null ? undefined : BigInt(row.eliminatedMs),
    rank: row.rank ?? undefined,
    createTimeMs: BigInt(row.createdMs),
    updateTimeMs: BigInt(row.updatedMs),
    state: ENTRY_STATES.value(toEntryState(row)),
    displayName: row.displayName ?? "",
    metadata: row.metadata ?? "",
  });

/** Returns standings as columns. The rank 0 means no rank. */
export const standingsColumns = (
  rows: readonly Ranked<Pick<ListedRow, "id" | "gamerId" | "handle">>[],
): Omit<MessageInitShape<typeof ReadStandingsResponseSchema>, "$typeName"> => ({
  entryIds: rows.map((row) => row.id),
  gamerIds: rows.map((row) => row.gamerId),
  handles: rows.map((row) => row.handle),
  ranks: rows.map((row) => row.rank ?? 0),
});

export const gamerMessage = (row: GamerRow) =>
  create(GamerSchema, {
    id: row.id,
    gameId: row.gameId,
    handle: row.handle,
    createTime: timestampFromDate(row.createdAt),
    updateTime: timestampFromDate(row.updatedAt),
    displayName: row.displayName ?? "",
    metadata: row.metadata ?? "",
  });

/** A recorded attempt. The rank is null for an entry without a rank, and absent if not requested. */
export interface RecordedScore extends DecidedScore {
  rank?: number | null;
}

const attemptFields = (attempt: AttemptRow, handle: string) => ({
  id: attempt.id,
  tournamentId: attempt.tournamentId,
  gamerId: attempt.gamerId,
  handle,
  entryId: attempt.entryId,
  ...(attempt.name !== null && { attempt: attempt.name }),
  score: BigInt(attempt.score),
  tieBreaks: attempt.tieBreaks.map(BigInt),
  state: SCORE_STATES.value(attempt.state),
  metadata: attempt.metadata,
  sequence: BigInt(attempt.sequence),
  createTime: timestampFromDate(attempt.createdAt),
});

/** Converts an attempt and the decisions on it. `withReasons: false` leaves the reasons empty. */
export const reviewedMessage = (
  { attempt, handle, decisions }: ReviewedScore,
  { withReasons } = { withReasons: true },
) =>
  create(ScoreSchema, {
    ...attemptFields(attempt, handle),
    decisions: decisions.map(({ verdict, reason, actor, decidedAt }) => ({
      verdict: SCORE_VERDICTS.value(verdict),
      reason: withReasons ? reason : "",
      actor,
      time: timestampFromDate(decidedAt),
    })),
  });

/** Converts an attempt and the standing of its gamer. */
export const scoreMessage = (score: RecordedScore) =>
  create(ScoreSchema, {
    ...attemptFields(score.attempt, score.handle),
    standing: standingMessage(score),
  });

export function standingMessage({ standing, attemptsLeft, rank }: RecordedScore) {
  const { result, reachedAt } = standing;
  return create(StandingSchema, {
    ...(result && { score: BigInt(result.score), tieBreaks: result.tieBreaks.map(BigInt) }),
    attempts: standing.attempts,
    attemptsLeft,
    ...(reachedAt && { reachTime: timestampFromDate(reachedAt) }),
    ...(rank != null && { rank }),
  });
}

export const lineMessage = (line: RankedLine, metadata = "") =>
  create(LeaderboardEntrySchema, {
    ...resultFields(line),
    entryId: line.entryId,
    gamerId: line.gamerId,
    handle: line.handle,
    displayName: line.displayName ?? "",
    attempts: line.attempts,
    state: ENTRY_STATES.value(line.state),
    metadata,
  });

/**
 * Returns the standing in a line of a leaderboard. Each gamer of the tournament has `attemptsEach` attempts.
 */
export const lineStanding = (line: RankedLine, attemptsEach: number) =>
  create(StandingSchema, {
    ...resultFields(line),
    attempts: line.attempts,
    attemptsLeft: Math.max(0, attemptsEach - line.attempts),
  });

const resultFields = ({ rank, score, tieBreaks, reachedMs }: RankedLine) => ({
  ...(rank !== null && { rank }),
  ...(score !== null && { score: BigInt(score), tieBreaks: tieBreaks.map(BigInt) }),
  ...(reachedMs !== null && { reachTime: timestampFromDate(new Date(reachedMs)) }),
});
