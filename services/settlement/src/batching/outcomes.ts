import { createBatcher } from "@tms/kit/batching/batcher";
import { resultOf, type Oneof, type Value } from "@tms/kit/rpc/outcomes";
import { LIMITS } from "./batched.ts";

/**
 * Sends the calls that settlements under way make at the same time as one batch, whose outcomes come
 * together. A refused call throws its refusal and fails no other.
 */
export const batchedOutcomes = <I, O extends Oneof>(
  call: (items: readonly I[]) => Promise<{ outcomes: readonly { outcome: O }[] }>,
) =>
  unlessRefused(
    createBatcher<I, Value<O> | Error>(async (items, answer) => {
      const { outcomes } = await call(items);
      outcomes.forEach((outcome, index) => answer(resultOf(outcome), index));
    }, LIMITS),
  );

/** {@link batchedOutcomes} for a batch whose outcomes come as they become known. */
export const streamedOutcomes = <I, O extends Oneof>(
  call: (items: readonly I[]) => AsyncIterable<{
    outcomes: readonly { outcome: O; index: number }[];
  }>,
) =>
  unlessRefused(
    createBatcher<I, Value<O> | Error>(async (items, answer) => {
      for await (const { outcomes } of call(items))
        for (const outcome of outcomes) answer(resultOf(outcome), outcome.index);
    }, LIMITS),
  );

// A refusal is an answer to the batcher: a rejection would count as a failure of the batch.
const unlessRefused =
  <I, T>(send: (item: I) => Promise<T | Error>) =>
  async (item: I): Promise<T> => {
    const result = await send(item);
    if (result instanceof Error) throw result;
    return result;
  };
