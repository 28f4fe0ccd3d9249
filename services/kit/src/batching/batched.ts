import { createBatcher } from "@tms/kit/batching/batcher";
import { collected, resultOf, soleResult, type Oneof, type Value } from "@tms/kit/rpc/outcomes";

// Each batch RPC that is called through this file accepts at least 128 items.
const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 4_096 };

/** Returns a function that batches inputs and sends large inputs alone. `send` must keep their order. */
export function batched<I, O>(
  send: (inputs: readonly I[]) => Promise<readonly O[]>,
  isLarge: (input: I) => boolean = () => false,
) {
  const sendTogether = createBatcher<I, O>(
    async (inputs, answer) => (await send(inputs)).forEach(answer),
    LIMITS,
  );
  return async (input: I): Promise<O> => {
    if (!isLarge(input)) return await sendTogether(input);
    for (const result of await send([input])) return result;
    throw new Error("a batch of one input returned no result");
  };
}

/** Returns a function like {@link batched}, for outcomes in any order. A refusal rejects only its item. */
export function batchedOutcomes<I, O extends Oneof>(
  call: (items: readonly I[]) => AsyncIterable<{
    outcomes: readonly { outcome: O; index: number }[];
  }>,
  isLarge: (item: I) => boolean = () => false,
) {
  // Refusals are passed to `answer`, not thrown, because the batcher repeats a batch that throws.
  const send = createBatcher<I, Value<O> | Error>(async (items, answer) => {
    for await (const { outcomes } of call(items))
      for (const outcome of outcomes) answer(resultOf(outcome), outcome.index);
  }, LIMITS);
  return async (item: I): Promise<Value<O>> => {
    if (isLarge(item)) return soleResult(await collected(call([item])));
    const result = await send(item);
    if (result instanceof Error) throw result;
    return result;
  };
}
