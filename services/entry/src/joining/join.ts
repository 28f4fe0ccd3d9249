import type { Batching } from "@tms/kit/process/config";
import { createBatcher } from "@tms/kit/batching/batcher";
import type { DomainError } from "@tms/kit/errors/domain-error";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import { createRegistrations } from "../registration.ts";
import type { Finish } from "./charge.ts";
import type { JoinContext, JoinOrder, JoinResult } from "./joins.ts";
import { alreadyJoined } from "./decide-seats.ts";
import { takeSeats, type Seated } from "./take-seats.ts";

/** Joins one gamer. Refusals are results; it throws when the outcome is not known. */
export type Join = (order: JoinOrder) => Promise<JoinResult>;

// Bounds what a burst can pile up before each step.
const MOST_WAITING = 8_192;

/**
 * Makes the one way gamers join. Each step gathers the joins that reach it at the same time and
 * does its work for all of them at once; a join waits for no step that it does not need itself,
 * nor for others that are stuck in one. Everything may be repeated at any point.
 */
export function createJoin(context: JoinContext, batching: Batching, finish: Finish): Join {
  const registrations = createRegistrations(context);
  const seat = createBatcher<JoinOrder, Seated | DomainError>(
    async (orders, answer) => (await takeSeats(context.db, orders)).forEach(answer),
    {
      ...batching,
      maxWaiting: MOST_WAITING,
      newQueue: <T extends { item: JoinOrder }>() =>
        fairQueue<T>(
          ({ item }) => item.gameId,
          () => fairQueue(({ item }) => item.tournamentId),
        ),
    },
  );

  return async (order) => {
    if (!registrations.isOpen(order)) {
      const refusal = await registrations.open(order);
      if (refusal) return refusal;
    }
    const seated = await seat(order);
    if (seated instanceof Error) return seated;
    const { entry, own } = seated;
    // The pending row that was recorded with the entry is what recovery finds after a crash.
    const finished = entry.pending ? await finish(entry) : entry;
    return own || finished instanceof Error ? finished : alreadyJoined();
  };
}
