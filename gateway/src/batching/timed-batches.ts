import type { CallOptions } from "@connectrpc/connect";
import { createBatcher } from "@tms/kit/batching/batcher";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Batching } from "@tms/kit/process/config";

export interface TimedCall {
  of: { gameId: string; tournamentId: string };
  /** The end of the wait, on the clock of performance.now(). */
  deadlineAt: number;
  /** The weight of the call in a batch. The default is 1. */
  weight?: number;
}

/** A function that sends calls as a batch. Yields results as they become known, by index of the call. */
export type SendBatch<C, R> = (
  calls: readonly C[],
  options: CallOptions,
) => AsyncIterable<readonly { index: number; result: R | Error }[]>;

// The maximum weight of waiting calls. At a weight of 4,000 a second, a full queue takes two seconds.
const MAX_WAITING = 8_192;
// The minimum time before a call's deadline. A call with less time would probably fail, so it is not sent.
const LEAST_MS = 250;

/**
 * Creates a function that makes one call in a shared batch. If calls wait, games have equal shares of a
 * batch, and so have the tournaments of a game. Throws the error of a refused call, or DEADLINE_EXCEEDED
 * shortly before the caller's deadline.
 */
export function createTimedBatches<C extends TimedCall, R>(
  sendBatch: SendBatch<C, R>,
  batching: Batching,
): (call: C) => Promise<R> {
  const run = async (calls: readonly C[], answer: (result: R | Error, index: number) => void) => {
    const now = performance.now();
    const live: number[] = [];
    calls.forEach((call, index) => {
      if (call.deadlineAt - now >= LEAST_MS) live.push(index);
      else answer(expired(), index);
    });
    if (live.length === 0) return;
    const picked = live.flatMap((index) => calls.slice(index, index + 1));
    // The batch has the latest deadline of its callers. `inTime` ends the wait of callers with earlier
    // deadlines.
    const timeoutMs = Math.max(...picked.map((call) => call.deadlineAt)) - now;
    for await (const outcomes of sendBatch(picked, { timeoutMs }))
      for (const { index, result } of outcomes) answer(result, live[index] ?? -1);
  };
  const send = createBatcher<C, R | Error>(run, {
    ...batching,
    maxWaiting: MAX_WAITING,
    lanes: [({ of }) => of.gameId, ({ of }) => of.tournamentId],
    weightOf: ({ weight = 1 }) => weight,
  });
  const inTime = createExpiry();
  return async (call) => {
    const result = await inTime(send(call), call.deadlineAt);
    if (result instanceof Error) throw result;
    return result;
  };
}

/** A caller that waits for a result until a deadline on the clock of performance.now(). */
interface Waiting {
  deadlineAt: number;
  reject: (error: unknown) => void;
}

// A caller is rejected up to this long before its deadline. A timer for each caller would cost more than a
// check of all callers four times a second.
const LOOK_EVERY_MS = 250;

/** Creates a function that limits how long a caller waits. One timer serves all waiting callers. */
export function createExpiry() {
  const waiting = new Set<Waiting>();
  let looking = false;

  function look(): void {
    // Rejects callers whose deadline is before the next check, so that no caller waits past its deadline.
    const lastCall = performance.now() + LOOK_EVERY_MS;
    for (const one of waiting) {
      if (one.deadlineAt >= lastCall) continue;
      waiting.delete(one);
      one.reject(expired());
    }
    looking = waiting.size > 0;
    if (looking) setTimeout(look, LOOK_EVERY_MS).unref();
  }

  /** Returns the result of `answer`, or throws DEADLINE_EXCEEDED shortly before the deadline. */
  return <T>(answer: Promise<T>, deadlineAt: number): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const one = { deadlineAt, reject };
      waiting.add(one);
      const came = () => void waiting.delete(one);
      answer.then(
        (value) => (came(), resolve(value)),
        (error: unknown) => (came(), reject(error)),
      );
      if (looking) return;
      looking = true;
      setTimeout(look, LOOK_EVERY_MS).unref();
    });
}

export const expired = () => new DomainError("DEADLINE_EXCEEDED", "The request waited too long.");
