import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { DiskFullError, StackError } from "../stack-error.ts";
import { describeExit, type Exit } from "./process.ts";

export interface Part {
  name: string;
  /** Resolves when the current process of the part has exited. */
  ended(): Promise<Exit>;
  /** Starts the part on its former port. Rejects with a StackError if the part does not come up. */
  startAgain(): Promise<void>;
}

const MAX_RESTARTS = 5;
/** A part that ran for this time has its full number of restarts again. */
const STEADY_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Restarts a part when it exits, until the interruption. Throws a StackError after too many restarts.
 * A failure due to a full disk does not count, because it passes when the disk has space again.
 */
export async function keepRunning(
  part: Part,
  interruption: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const interrupted = once(interruption, "abort");
  let left = MAX_RESTARTS;
  while (!interruption.aborted) {
    const startedAt = performance.now();
    const exit = await Promise.race([part.ended(), interrupted.then(() => undefined)]);
    if (exit === undefined || interruption.aborted) return;
    if (performance.now() - startedAt > STEADY_MS) left = MAX_RESTARTS;
    say(`${part.name} ${describeExit(exit)}. Restarting it.`);
    let last: unknown;
    for (;;) {
      if (left === 0) throw givenUp(part, last);
      try {
        left -= 1;
        await part.startAgain();
        break;
      } catch (error) {
        if (interruption.aborted) return;
        if (error instanceof DiskFullError) {
          left += 1;
          if (!(last instanceof DiskFullError)) say(`${error.message} Waiting for free space.`);
        }
        last = error;
      }
      await delay(PAUSE_MS, undefined, { signal: interruption }).catch(() => undefined);
    }
  }
}

const givenUp = (part: Part, last: unknown): StackError =>
  new StackError(
    `${part.name} exited too often, so start stops the product.`,
    last instanceof StackError
      ? `${last.message}\n${last.hint}`
      : "Its log in the data folder gives the reason.",
    { cause: last },
  );
