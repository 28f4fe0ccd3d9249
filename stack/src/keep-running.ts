import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { describeExit, type Exit } from "./process/exit.ts";
import { DiskFullError, StackError } from "./stack-error.ts";

/** A process that is to run until everything is stopped. */
export interface Part {
  /** How messages call it. */
  name: string;
  /** Settles when the one that runs now has ended. */
  ended(): Promise<Exit>;
  /** Starts it again where it was, and rejects with a StackError when it does not come up. */
  startAgain(): Promise<void>;
}

// A part that keeps ending is not started for ever; one that ran this long may end again.
const RESTARTS = 5;
const STEADY_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Starts a part again whenever it ends, until the interruption; throws a StackError when that is of
 * no use. A full disk is waited out: there is room again once somebody makes it.
 */
export async function keepRunning(
  part: Part,
  interruption: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const interrupted = once(interruption, "abort");
  // The interruption may have come before this did, and comes once only.
  for (let left = RESTARTS; !interruption.aborted;) {
    const startedAt = performance.now();
    const exit = await Promise.race([part.ended(), interrupted.then(() => undefined)]);
    if (exit === undefined || interruption.aborted) return;
    if (performance.now() - startedAt > STEADY_MS) left = RESTARTS;
    say(`${part.name} ${describeExit(exit)}. Restarting it.`);
    left = await startAgain(part, left, interruption, say);
  }
}

/** Returns how many restarts are left. */
async function startAgain(
  part: Part,
  restarts: number,
  interruption: AbortSignal,
  say: (line: string) => void,
): Promise<number> {
  let last: unknown;
  for (let left = restarts; left > 0;) {
    try {
      await part.startAgain();
      return left - 1;
    } catch (error) {
      if (interruption.aborted) return left;
      if (!(error instanceof DiskFullError)) left -= 1;
      else if (!(last instanceof DiskFullError)) say(`${error.message} Waiting for free space.`);
      last = error;
    }
    await delay(PAUSE_MS, undefined, { signal: interruption }).catch(() => undefined);
  }
  throw givenUp(part, last);
}

function givenUp(part: Part, last: unknown): StackError {
  return new StackError(
    `${part.name} exited too often, so start stops the product.`,
    last instanceof StackError
      ? `${last.message}\n${last.hint}`
      : "Its log in the data folder gives the reason.",
    { cause: last },
  );
}
