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
 * batch, and so have the tournaments of a game. Throws the error of a refused call, or DEADLINE_EXCEEDED at
 * the caller's deadline.
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
    // The batch has the latest deadline of its callers. `inTime` ends the wait of the others.
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
  return async (call) => {
    const result = await inTime(send(call), call.deadlineAt);
    if (result instanceof Error) throw result;
    return result;
  };
}

/** Returns the result of `answer`, or throws DEADLINE_EXCEEDED at the deadline. */
export async function inTime<T>(answer: Promise<T>, deadlineAt: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(expired()), deadlineAt - performance.now());
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

export const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error("a call of a batch failed", { cause: error });

export const expired = () => new DomainError("DEADLINE_EXCEEDED", "The request waited too long.");
