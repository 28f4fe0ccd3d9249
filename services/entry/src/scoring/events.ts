import type { NewEvent } from "@tms/kit/events/event";
import { formatActor } from "@tms/kit/values/actor";
import type { DecidedScore } from "./decide-scores.ts";
import { scoreMessage, standingMessage } from "./messages.ts";

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
