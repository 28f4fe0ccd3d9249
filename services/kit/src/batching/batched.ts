import { collected, resultOf, soleResult, type Oneof, type Value } from "../rpc/outcomes.ts";
import { createBatcher, type BatcherLimits } from "./batcher.ts";

/** Returns a function that batches inputs and sends large inputs alone. `send` must keep their order. */
export function batched<I, O>(
  limits: BatcherLimits<I>,
  send: (inputs: readonly I[]) => Promise<readonly O[]>,
  isLarge: (input: I) => boolean = () => false,
) {
  const sendTogether = createBatcher<I, O>(
    async (inputs, answer) => (await send(inputs)).forEach(answer),
    limits,
  );
  const sendAlone = async (input: I): Promise<O> => {
    for (const result of await send([input])) return result;
    throw new Error("a batch of one input returned no result");
  };
  return (input: I): Promise<O> => (isLarge(input) ? sendAlone(input) : sendTogether(input));
}

/** Returns a function like {@link batched}, for outcomes in any order. A refusal rejects only its item. */
export function batchedOutcomes<I, O extends Oneof>(
  limits: BatcherLimits<I>,
  call: (items: readonly I[]) => AsyncIterable<{
    outcomes: readonly { outcome: O; index: number }[];
  }>,
  isLarge: (item: I) => boolean = () => false,
) {
  // Refusals are passed to `answer`, not thrown, because the batcher repeats a batch that throws.
  const send = createBatcher<I, Value<O> | Error>(async (items, answer) => {
    for await (const { outcomes } of call(items))
      for (const outcome of outcomes) answer(resultOf(outcome), outcome.index);
  }, limits);
  return async (item: I): Promise<Value<O>> => {
    if (isLarge(item)) return soleResult(await collected(call([item])));
    const result = await send(item);
    if (result instanceof Error) throw result;
    return result;
  };
}
