import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
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
  type Entry,
  type EntryDecision,
  type Gamer,
  type LeaderboardEntry,
  type ListedEntry,
  type ReadStandingsResponseSchema,
  type Score,
  type Standing,
} from "@tms/proto/tms/entry/v1/entry";
import type { AttemptRow, ReviewedScore } from "./db/attempts.ts";
import type { EntryDecisionRow } from "./db/decisions.ts";
import type { EntryRow } from "./db/entries.ts";
import type { GamerRow } from "./db/gamers.ts";
import type { ListedRow, StandingsRow } from "./db/standings.ts";
import type { Ranked } from "./ranking/entry-rank.ts";
import type { DecidedScore } from "./scoring/decide-scores.ts";
import type { RankedLine } from "./scoring/leaderboard.ts";
import { entryStateOf } from "./scoring/places.ts";

/** What entries are in their tournaments, by words. */
export const ENTRY_STATES = wordsOf(EntryState);

const ENTRY_VERDICTS = wordsOf(EntryVerdict);

/** A stored entry as callers see it. */
export function entryMessage(row: Ranked<EntryRow>): Entry {
  const { rank } = row;
  return create(EntrySchema, {
    id: row.id,
    tournamentId: row.tournamentId,
    gamerId: row.gamerId,
    handle: row.handle,
    fee: { currency: row.currency, minorUnits: row.feeMinor },
    joinTime: timestampFromDate(row.joinedAt),
    createTime: timestampFromDate(row.createdAt),
    updateTime: timestampFromDate(row.updatedAt),
    ...(row.eliminatedAt && { eliminateTime: timestampFromDate(row.eliminatedAt) }),
    ...(rank !== null && { rank }),
    provisional: rank !== null && (row.provisional ?? false),
    state: ENTRY_STATES.value(entryStateOf(row)),
    metadata: row.metadata ?? "",
  });
}

/** What was decided on an entry, as callers see it. */
export const decisionMessage = (row: EntryDecisionRow): EntryDecision =>
  create(EntryDecisionSchema, {
    verdict: ENTRY_VERDICTS.value(row.decision),
    was: ENTRY_STATES.value(row.was),
    reason: row.reason,
    actor: row.actor,
    time: timestampFromDate(row.decidedAt),
  });

/** An entry on a page of the standings. */
export const listedMessage = (row: Ranked<ListedRow>): ListedEntry =>
  create(ListedEntrySchema, {
    id: row.id,
    gamerId: row.gamerId,
    handle: row.handle,
    joinTimeMs: BigInt(row.joinedMs),
    eliminateTimeMs: row.eliminatedMs === null ? undefined : BigInt(row.eliminatedMs),
    rank: row.rank ?? undefined,
    createTimeMs: BigInt(row.createdMs),
    updateTimeMs: BigInt(row.updatedMs),
    state: ENTRY_STATES.value(entryStateOf(row)),
    displayName: row.displayName ?? "",
    metadata: row.metadata ?? "",
  });

/** Standings as columns; 0 is the rank of an entry that has none. */
export const standingsColumns = (
  rows: readonly Ranked<Pick<StandingsRow, "id" | "gamerId" | "handle">>[],
): Omit<MessageInitShape<typeof ReadStandingsResponseSchema>, "$typeName"> => ({
  entryIds: rows.map((row) => row.id),
  gamerIds: rows.map((row) => row.gamerId),
  handles: rows.map((row) => row.handle),
  ranks: rows.map((row) => row.rank ?? 0),
});

/** A stored gamer as callers see it. */
export function gamerMessage(row: GamerRow): Gamer {
  return create(GamerSchema, {
    id: row.id,
    gameId: row.gameId,
    handle: row.handle,
    createTime: timestampFromDate(row.createdAt),
    updateTime: timestampFromDate(row.updatedAt),
    displayName: row.displayName ?? "",
    metadata: row.metadata ?? "",
  });
}

const STATES = wordsOf(ScoreState);

/** The verdicts of reviews by their words. */
export const VERDICTS = wordsOf(ScoreVerdict);

/** An attempt as it is told; the rank is null where the entry has none, absent where nobody asked. */
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
  state: STATES.value(attempt.state),
  metadata: attempt.metadata,
  sequence: BigInt(attempt.sequence),
  createTime: timestampFromDate(attempt.createdAt),
});

/** An attempt and the decisions on it as callers see them. */
export const reviewedMessage = ({ attempt, handle, decisions }: ReviewedScore): Score =>
  create(ScoreSchema, {
    ...attemptFields(attempt, handle),
    decisions: decisions.map(({ verdict, reason, actor, decidedAt }) => ({
      verdict: VERDICTS.value(verdict),
      reason,
      actor,
      time: timestampFromDate(decidedAt),
    })),
  });

/** An attempt and its gamer's standing as callers see them. */
export function scoreMessage(score: RecordedScore): Score {
  const { attempt, handle } = score;
  return create(ScoreSchema, {
    ...attemptFields(attempt, handle),
    standing: standingMessage(score),
  });
}

/** What a gamer's attempts come to, as callers see it. */
export function standingMessage({ standing, attemptsLeft, rank }: RecordedScore): Standing {
  const { result, reachedAt } = standing;
  return create(StandingSchema, {
    ...(result && { score: BigInt(result.score), tieBreaks: result.tieBreaks.map(BigInt) }),
    attempts: standing.attempts,
    attemptsLeft,
    ...(reachedAt && { reachTime: timestampFromDate(reachedAt) }),
    ...(rank != null && { rank }),
  });
}

/** A line of a leaderboard as callers see it. */
export const lineMessage = (line: RankedLine, metadata = ""): LeaderboardEntry =>
  create(LeaderboardEntrySchema, {
    ...resultOf(line),
    entryId: line.entryId,
    gamerId: line.gamerId,
    handle: line.handle,
    displayName: line.displayName ?? "",
    attempts: line.attempts,
    state: ENTRY_STATES.value(line.state),
    metadata,
  });

/** What a line of a leaderboard tells of its gamer, each of whom has so many attempts. */
export const lineStanding = (line: RankedLine, attemptsEach: number): Standing =>
  create(StandingSchema, {
    ...resultOf(line),
    attempts: line.attempts,
    attemptsLeft: Math.max(0, attemptsEach - line.attempts),
  });

const resultOf = ({ rank, score, tieBreaks, reachedMs }: RankedLine) => ({
  ...(rank !== null && { rank }),
  ...(score !== null && { score: BigInt(score), tieBreaks: tieBreaks.map(BigInt) }),
  ...(reachedMs !== null && { reachTime: timestampFromDate(new Date(reachedMs)) }),
});
