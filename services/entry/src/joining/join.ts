import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import type { Db } from "@tms/kit/database/handle";
import type { DomainError } from "@tms/kit/errors/domain-error";
import type { Batching } from "@tms/kit/process/config";
import type { EntryRow } from "../db/entries.ts";
import { alreadyJoined } from "../errors.ts";
import type { OpenRegistration } from "../registration.ts";
import type { ChargeAndConfirm } from "./charge.ts";
import type { JoinRequest } from "./decide-seats.ts";
import { takeSeats, type Seat } from "./take-seats.ts";

/**
 * Joins one gamer. Returns the entry or a refusal. If it is unknown whether the fee was charged, the refusal
 * is UNAVAILABLE, and recovery finishes the join.
 */
export type Join = (request: JoinRequest) => Promise<EntryRow | DomainError>;

// Bounds the joins that wait during a burst.
const MAX_WAITING = 8_192;

/**
 * Creates the function that joins gamers. Joins that reach a step at the same time share a batch. A join
 * skips steps that it does not need. Every step can be repeated. A crash leaves a pending entry, which
 * recovery finishes.
 */
export function createJoin(
  db: Db,
  openRegistration: OpenRegistration,
  batching: Batching,
  chargeAndConfirm: ChargeAndConfirm,
): Join {
  const takeSeat = createBatcher<JoinRequest, Seat | DomainError>(
    async (requests, answer) => (await takeSeats(db, requests)).forEach(answer),
    {
      ...batching,
      maxWaiting: MAX_WAITING,
      // Each game has an equal share of a batch, and so has each tournament of a game.
      newQueue: <T extends { item: JoinRequest }>() =>
        fairQueue<T>(
          ({ item }) => item.gameId,
          () => fairQueue(({ item }) => item.tournamentId),
        ),
    },
  );
  return async (request) => {
    const refusal = await openRegistration(request);
    if (refusal) return refusal;
    const seat = await takeSeat(request);
    if (seat instanceof Error) return seat;
    const { entry, own } = seat;
    const outcome = entry.pending ? await chargeAndConfirm(entry) : entry;
    if (outcome instanceof Error) return outcome;
    return own ? outcome : alreadyJoined();
  };
}
