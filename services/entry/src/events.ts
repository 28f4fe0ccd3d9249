import type { NewEvent } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { formatActor, SYSTEM } from "@tms/kit/values/actor";
import { wordsOf } from "@tms/kit/values/words";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { ReviewedScore } from "./db/attempts.ts";
import type { FrozenRegistration } from "./db/final-ranking.ts";
import type { JoinedRow } from "./db/joins.ts";
import { entryMessage, reviewedMessage, scoreMessage, standingMessage } from "./messages.ts";
import type { DecidedScore } from "./scoring/decide-scores.ts";

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
