import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { NewEvent } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { formatActor, SYSTEM } from "@tms/kit/values/actor";
import { toMessage } from "@tms/kit/values/message";
import { wordsOf } from "@tms/kit/values/words";
import {
  EntryDecisionSchema,
  EntrySchema,
  EntryState,
  GamerSchema,
  LeaderboardEntrySchema,
  ListedEntrySchema,
  ScoreSchema,
  ScoreState,
  ScoreVerdict,
  StandingSchema,
} from "@tms/proto/tms/entry/v1/entry";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { AttemptRow, ReviewedScore } from "./db/attempts.ts";
import type { listDecisions } from "./db/decisions.ts";
import { toEntryState, type EntryRow } from "./db/entries.ts";
import type { GamerRow } from "./db/gamers.ts";
import type { JoinedRow } from "./db/joins.ts";
import type { FrozenRegistration } from "./db/registrations.ts";
import type { ListedRow } from "./db/standings.ts";
import type { Ranked } from "./ranking/entry-rank.ts";
import type { DecidedScore } from "./scoring/decide-scores.ts";
import type { RankedLine } from "./scoring/leaderboard.ts";

const ENTRY_STATES = wordsOf(EntryState);
export const SCORE_STATES = wordsOf(ScoreState);
export const SCORE_VERDICTS = wordsOf(ScoreVerdict);

// `create` takes less time than `toMessage`, and every join creates this message.
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
    ...(row.rank !== null && { rank: row.rank, provisional: row.provisional ?? false }),
    state: ENTRY_STATES.value(toEntryState(row)),
    metadata: row.metadata ?? "",
  });

export const decisionMessage = (row: Awaited<ReturnType<typeof listDecisions>>[number]) =>
  toMessage(EntryDecisionSchema, { ...row, verdict: row.decision, time: row.decidedAt });

export const listedMessage = (row: Ranked<ListedRow>) =>
  toMessage(ListedEntrySchema, {
    ...row,
    joinTimeMs: BigInt(row.joinedMs),
    eliminateTimeMs: row.eliminatedMs === null ? null : BigInt(row.eliminatedMs),
    createTimeMs: BigInt(row.createdMs),
    updateTimeMs: BigInt(row.updatedMs),
    state: ENTRY_STATES.value(toEntryState(row)),
  });

/** Returns standings as columns. The rank 0 means no rank. */
export const standingsColumns = (
  rows: readonly Ranked<Pick<ListedRow, "id" | "gamerId" | "handle">>[],
) => ({
  entryIds: rows.map((row) => row.id),
  gamerIds: rows.map((row) => row.gamerId),
  handles: rows.map((row) => row.handle),
  ranks: rows.map((row) => row.rank ?? 0),
});

export const gamerMessage = (row: GamerRow) =>
  toMessage(GamerSchema, { ...row, createTime: row.createdAt, updateTime: row.updatedAt });

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

/** Returns the message of an attempt with its decisions. `withReasons: false` leaves the reasons empty. */
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

export const scoreMessage = (score: RecordedScore) =>
  create(ScoreSchema, {
    ...attemptFields(score.attempt, score.request.handle),
    standing: standingMessage(score),
  });

export const standingMessage = ({ standing, attemptsLeft, rank }: RecordedScore) =>
  toMessage(StandingSchema, {
    score: standing.result && BigInt(standing.result.score),
    tieBreaks: standing.result?.tieBreaks.map(BigInt),
    attempts: standing.attempts,
    attemptsLeft,
    reachTime: standing.reachedAt,
    rank,
  });

export const lineMessage = (line: RankedLine, metadata?: string) =>
  toMessage(LeaderboardEntrySchema, {
    ...line,
    ...resultFields(line),
    state: ENTRY_STATES.value(line.state),
    metadata,
  });

/** Returns the standing in a line of a leaderboard. `attemptsEach` is the maximum per gamer. */
export const lineStanding = (line: RankedLine, attemptsEach: number) =>
  toMessage(StandingSchema, {
    ...resultFields(line),
    attempts: line.attempts,
    attemptsLeft: Math.max(0, attemptsEach - line.attempts),
  });

const resultFields = ({ rank, score, tieBreaks, reachedMs }: RankedLine) => ({
  rank,
  score: score === null ? null : BigInt(score),
  tieBreaks: score === null ? null : tieBreaks.map(BigInt),
  reachTime: reachedMs === null ? null : new Date(reachedMs),
});

const PAYERS = wordsOf(Payer);

export const entryJoinedEvent = (row: JoinedRow): NewEvent => ({
  gameId: row.gameId,
  time: row.joinedAt,
  origin: row.origin,
  change: {
    case: "entryJoined",
    value: {
      entry: entryMessage({ ...row, rank: null }),
      payer: row.feeMinor > 0n ? PAYERS.value(row.payer) : Payer.UNSPECIFIED,
    },
  },
});

export const scoreReviewedEvent = (
  gameId: string,
  row: ReviewedScore,
  origin: Origin,
): NewEvent => ({
  gameId,
  time: row.decisions[0]?.decidedAt ?? row.attempt.createdAt,
  origin,
  change: { case: "scoreReviewed", value: { score: reviewedMessage(row) } },
});

// The actor is the system, because only settlements freeze rankings.
export const rankingFrozenEvent = ({ gameId, tournamentId, at }: FrozenRegistration): NewEvent => ({
  gameId,
  time: at,
  origin: { actor: SYSTEM, requestId: null },
  change: { case: "rankingFrozen", value: { tournamentId, version: 1 } },
});

export function scoreEvents(recorded: readonly DecidedScore[]): NewEvent[] {
  const together = Map.groupBy(
    recorded,
    ({ attempt, request }) => `${attempt.tournamentId} ${formatActor(request.origin.actor)}`,
  );
  const held = recorded.filter(({ attempt }) => attempt.state === "held");
  return [...[...together.values()].map(scoreRecordedEvent), ...held.map(scoreHeldEvent)];
}

// Limits an event to 32 KiB. A gamer with a handle of 64 four-byte characters takes 600 bytes.
const MAX_GAMERS = 50;

function scoreRecordedEvent(scores: readonly DecidedScore[]): NewEvent {
  const [first, last] = [scores[0], scores.at(-1)];
  if (first === undefined || last === undefined) throw new Error("no score was recorded");
  const { attempt, request } = first;
  const { origin } = request;
  const isOneRequest = scores.every((each) => each.request.origin.requestId === origin.requestId);
  // The last score of each gamer, in the order of their first scores.
  const gamers = [...new Map(scores.map((each) => [each.attempt.gamerId, each])).values()];
  return {
    gameId: first.board.gameId,
    time: attempt.createdAt,
    origin: isOneRequest ? origin : { ...origin, requestId: null },
    change: {
      case: "scoreRecorded",
      value: {
        tournamentId: attempt.tournamentId,
        firstSequence: BigInt(attempt.sequence),
        lastSequence: BigInt(last.attempt.sequence),
        attempts: scores.length,
        gamers: gamers.slice(0, MAX_GAMERS).map((each) => ({
          gamerId: each.attempt.gamerId,
          handle: each.request.handle,
          entryId: each.attempt.entryId,
          standing: standingMessage(each),
        })),
        gamerCount: gamers.length,
      },
    },
  };
}

const scoreHeldEvent = (score: DecidedScore): NewEvent => ({
  gameId: score.board.gameId,
  time: score.attempt.createdAt,
  origin: score.request.origin,
  change: { case: "scoreHeld", value: { score: scoreMessage(score) } },
});
