import type { Refusal } from "@tms/proto/tms/error/v1/reason";
import { DomainError } from "../errors/domain-error.ts";
import { fromRefusal } from "../errors/status.ts";
import type { RemoteError } from "../errors/remote-error.ts";
import type { Logger } from "../process/log.ts";
import { asDomainError } from "./interceptors.ts";

/** Runs the work on one batch item. Returns a failure and never throws, so that other items can succeed. */
export async function refusedAlone<T>(
  log: Logger,
  work: () => Promise<T>,
  about: () => object = () => ({}),
): Promise<T | DomainError> {
  try {
    return await work();
  } catch (error) {
    const refusal = asDomainError(error);
    if (refusal.reason === "INTERNAL") log.error({ ...about(), err: error }, "a batch item failed");
    return refusal;
  }
}

export type Oneof = { case: string; value: unknown } | { case: undefined; value?: undefined };
export type Value<O extends Oneof> = Exclude<O, { case: "refused" } | { case: undefined }>["value"];

/** Returns the result of a batch item, or the error of its refusal. Throws if there is no outcome. */
export function resultOf<O extends Oneof>({ outcome }: { outcome: O }): Value<O> | RemoteError {
  if (outcome.case === undefined) throw new Error("a batch item has no outcome");
  return outcome.case === "refused" ? fromRefusal(outcome.value as Refusal) : outcome.value;
}

/** Returns the result of a batch of one item. Throws a RemoteError if the item was refused. */
export function soleResult<O extends Oneof>(outcomes: readonly { outcome: O }[]): Value<O> {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error("the response to a batch of one item is empty");
  const result = resultOf(outcome);
  if (result instanceof Error) throw result;
  return result;
}

export const collected = async <O>(responses: AsyncIterable<{ outcomes: readonly O[] }>) =>
  (await Array.fromAsync(responses)).flatMap(({ outcomes }) => outcomes);
