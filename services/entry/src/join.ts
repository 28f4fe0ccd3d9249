import { coalesce } from "@tms/kit/coalesce";
import { fairQueue } from "@tms/kit/fair-queue";
import { createBooks } from "./books.ts";
import type { EntryRow } from "./db/entries.ts";
import { finishJoins } from "./finish.ts";
import type { JoinContext, JoinOrder, JoinResult } from "./joins.ts";
import { alreadyJoined } from "./seating.ts";
import { takeSeats } from "./seats.ts";

/** Joins one gamer. Refusals are results; it throws when the outcome is not known. */
export type Join = (order: JoinOrder) => Promise<JoinResult>;

// Batches of one step follow each other, while those of the next are under way: two at a time
// keep Postgres and the wallet busy, and more would only make them smaller.
const SEATING = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };
const FINISHING = { maxBatch: 512, inFlight: 2, maxWaiting: 8_192 };

/**
 * Makes the one way gamers join. Each step gathers the joins that reach it at the same time and
 * does its work for all of them at once; a join waits for no step that it does not need itself,
 * nor for others that are stuck in one. Everything may be repeated at any point.
 */
export function createJoin(context: JoinContext, batching = {}): Join {
  const books = createBooks(context);
  const seat = coalesce((orders: readonly JoinOrder[]) => takeSeats(context.db, orders), {
    ...SEATING,
    ...batching,
    newQueue: <T extends { item: JoinOrder }>() =>
      fairQueue<T>(
        ({ item }) => item.gameId,
        () => fairQueue(({ item }) => item.tournamentId),
      ),
  });
  const finish = coalesce((entries: readonly EntryRow[]) => finishJoins(context, entries), {
    ...FINISHING,
    ...batching,
  });

  return async (order) => {
    if (!books.isOpen(order)) {
      const refusal = await books.open(order);
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
