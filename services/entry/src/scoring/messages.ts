import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { wordsOf } from "@tms/kit/values/words";
import {
  LeaderboardEntrySchema,
  ScoreSchema,
  ScoreState,
  ScoreVerdict,
  StandingSchema,
  type LeaderboardEntry,
  type Score,
  type Standing,
} from "@tms/proto/tms/entry/v1/entry";
import type { AttemptRow } from "../db/scoring/attempts.ts";
import type { ReviewedScore } from "../db/scoring/reviewed.ts";
import { ENTRY_STATES } from "../messages.ts";
import type { DecidedScore } from "./decide-scores.ts";
import type { RankedLine } from "./leaderboard.ts";

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
