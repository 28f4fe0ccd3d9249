import { setTimeout } from "node:timers/promises";
import { StackError } from "./stack-error.ts";

export interface UntilOptions {
  timeoutMs: number;
  everyMs?: number;
  interruption?: AbortSignal | undefined;
  /** The subject of the sentence "… took longer than N ms.". */
  what: string;
}

/** Returns the first truthy value of a condition, or throws its error. Throws a StackError on a timeout. */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs, everyMs = 20, interruption, what }: UntilOptions,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    interruption?.throwIfAborted();
    const value = await condition();
    if (value) return value;
    if (performance.now() >= deadline)
      throw new StackError(
        `${what} took longer than ${timeoutMs} ms.`,
        "If this machine is slow or busy, try again.",
      );
    await setTimeout(everyMs, undefined, { ...(interruption && { signal: interruption }) });
  }
}
