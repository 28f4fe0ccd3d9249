import type { NewEvent } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { formatActor, SYSTEM } from "@tms/kit/values/actor";
import { wordsOf } from "@tms/kit/values/words";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { ReviewedScore } from "./db/attempts.ts";
import type { EntryRow } from "./db/entries.ts";
import type { FrozenRegistration } from "./db/placements.ts";
import { entryMessage, reviewedMessage, scoreMessage, standingMessage } from "./messages.ts";
import type { Ranked } from "./ranking/entry-rank.ts";
import type { DecidedScore } from "./scoring/decide-scores.ts";

/** An entry, and whose doing its join is. */
export interface JoinedRow extends Ranked<EntryRow> {
  origin: Origin;
}

const PAYERS = wordsOf(Payer);

/** A gamer is in, and has paid. The moment is that of the seat, which the entry shows as well. */
export const joined = (row: JoinedRow): NewEvent => ({
  gameId: row.gameId,
  time: row.joinedAt,
  origin: row.origin,
  change: {
    case: "entryJoined",
    value: {
      entry: entryMessage(row),
      payer: row.feeMinor > 0n ? PAYERS.value(row.payer) : Payer.UNSPECIFIED,
    },
  },
});

/** Gamers were taken out of the ranking, each in an event of their own. */
export const disqualified = (
  rows: readonly Ranked<EntryRow>[],
  reason: string,
  origin: Origin,
): NewEvent[] =>
  rows.map((row) => ({
    gameId: row.gameId,
    time: row.updatedAt,
    origin,
    change: { case: "entryDisqualified", value: { entry: entryMessage(row), reason } },
  }));

/** Gamers stand again as they did, each in an event of their own. */
export const reinstated = (
  rows: readonly Ranked<EntryRow>[],
  reason: string,
  origin: Origin,
): NewEvent[] =>
  rows.map((row) => ({
    gameId: row.gameId,
    time: row.updatedAt,
    origin,
    change: { case: "entryReinstated", value: { entry: entryMessage(row), reason } },
  }));

/** Somebody decided on attempts of a game's tournament, each in an event of its own. */
export const reviewed = (
  gameId: string,
  rows: readonly ReviewedScore[],
  origin: Origin,
): NewEvent[] =>
  rows.map((row) => ({
    gameId,
    time: row.decisions[0]?.decidedAt ?? row.attempt.createdAt,
    origin,
    change: { case: "scoreReviewed", value: { score: reviewedMessage(row) } },
  }));

/** Gamers are out together, each in an event of their own. */
export const eliminated = (rows: readonly Ranked<EntryRow>[], origin: Origin): NewEvent[] =>
  rows.map((row) => ({
    gameId: row.gameId,
    time: row.updatedAt,
    origin,
    change: { case: "entryEliminated", value: { entry: entryMessage(row) } },
  }));

/** The ranking of a tournament is final. Settlements have that done by themselves. */
export const rankingFrozen = ({ gameId, tournamentId, at }: FrozenRegistration): NewEvent => ({
  gameId,
  time: at,
  origin: { actor: SYSTEM, requestId: null },
  change: { case: "rankingFrozen", value: { tournamentId, version: 1 } },
});

/** An attempt that was recorded just now, and its environment. */
export interface NewScore extends DecidedScore {
  gameId: string;
}

/**
 * What is told of attempts that were recorded together: one event for each tournament and caller, however
 * many they are, and one for each attempt that waits for a review.
 */
export function scored(recorded: readonly NewScore[]): NewEvent[] {
  const together = Map.groupBy(
    recorded,
    ({ attempt, origin }) => `${attempt.tournamentId} ${formatActor(origin.actor)}`,
  );
  const held = recorded.filter(({ attempt }) => attempt.state === "held");
  return [...[...together.values()].map(recordedTogether), ...held.map(heldAlone)];
}

// An event stays below 32 KiB, and a gamer whose handle has 64 characters of four bytes takes 600 bytes.
const MOST_GAMERS = 50;

function recordedTogether(scores: readonly NewScore[]): NewEvent {
  const [first, last] = [scores[0], scores.at(-1)];
  if (first === undefined || last === undefined) throw new Error("no score was recorded");
  const { attempt, gameId, origin } = first;
  const isOneRequest = scores.every((each) => each.origin.requestId === origin.requestId);
  // The last score of each gamer, in the order of their first ones.
  const gamers = [...new Map(scores.map((each) => [each.attempt.gamerId, each])).values()];
  return {
    gameId,
    time: attempt.createdAt,
    origin: isOneRequest ? origin : { ...origin, requestId: null },
    change: {
      case: "scoreRecorded",
      value: {
        tournamentId: attempt.tournamentId,
        firstSequence: BigInt(attempt.sequence),
        lastSequence: BigInt(last.attempt.sequence),
        attempts: scores.length,
        gamers: gamers.slice(0, MOST_GAMERS).map((each) => ({
          gamerId: each.attempt.gamerId,
          handle: each.handle,
          entryId: each.attempt.entryId,
          standing: standingMessage(each),
        })),
        gamerCount: gamers.length,
      },
    },
  };
}

const heldAlone = (score: NewScore): NewEvent => ({
  gameId: score.gameId,
  time: score.attempt.createdAt,
  origin: score.origin,
  change: { case: "scoreHeld", value: { score: scoreMessage(score) } },
});
