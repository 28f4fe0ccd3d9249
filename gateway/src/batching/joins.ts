import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import type { Batching } from "@tms/kit/process/config";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Clients } from "../clients.ts";
import { createExpiry, expired } from "./expiry.ts";

/** A join of one gamer, and how long its caller waits. */
export interface PendingJoin {
  join: { requestId: string; gameId: string; tournamentId: string; handle: string };
  origin: Origin;
  /** On the clock of performance.now(). */
  deadlineAt: number;
}

// A burst of this size, at some thousands of joins a second, is worked off in two seconds.
const MOST_WAITING = 8_192;
// A join with less time left than this would take up a place in the batch in vain.
const LEAST_MS = 250;

/**
 * Creates a function that joins one gamer. Calls made at the same time travel in one batch. It throws
 * the refusal, or DEADLINE_EXCEEDED at the caller's deadline.
 */
export function createJoiner({ entry }: Pick<Clients, "entry">, batching: Batching) {
  const send = createBatcher<PendingJoin, Entry | Error>(
    (calls, answer) => joinBatch(entry, calls, answer),
    { ...batching, maxWaiting: MOST_WAITING, newQueue: byGameAndTournament },
  );
  const inTime = createExpiry();
  return async (call: PendingJoin): Promise<Entry> => {
    const result = await inTime(send(call), call.deadlineAt);
    if (result instanceof Error) throw result;
    return result;
  };
}

export type Joiner = ReturnType<typeof createJoiner>;

// No game and no tournament gets more than its share while others wait.
const byGameAndTournament = <T extends { item: PendingJoin }>() =>
  fairQueue<T>(
    ({ item }) => item.join.gameId,
    () => fairQueue(({ item }) => item.join.tournamentId),
  );

type Answer = (result: Entry | Error, index: number) => void;

async function joinBatch(
  entry: Clients["entry"],
  calls: readonly PendingJoin[],
  answer: Answer,
): Promise<void> {
  const now = performance.now();
  const live: number[] = [];
  calls.forEach((call, index) => {
    if (call.deadlineAt - now >= LEAST_MS) live.push(index);
    else answer(expired(), index);
  });
  if (live.length === 0) return;
  const picked = live.flatMap((index) => calls.slice(index, index + 1));
  // The call has as long as its most patient caller; `inTime` ends the wait of the others.
  const timeoutMs = Math.max(...picked.map((call) => call.deadlineAt)) - now;
  const joins = picked.map(({ join, origin }) => ({ ...join, origin: originMessage(origin) }));
  for await (const { outcomes } of entry.batchJoin({ joins }, { timeoutMs }))
    for (const outcome of outcomes) answer(resultOf(outcome), live[outcome.index] ?? -1);
}
