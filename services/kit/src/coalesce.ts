import { DomainError } from "./errors.ts";

/** Runs a batch; returns one outcome per item, in their order. */
export type BatchRun<I, O> = (items: readonly I[]) => Promise<readonly O[]>;

/** Bounds of a coalescer. */
export interface CoalesceLimits {
  /** Most items in one batch. */
  maxBatch: number;
  /** Most batches under way at once. */
  inFlight: number;
  /** Most items waiting; more are refused as OVERLOADED. */
  maxWaiting: number;
}

/**
 * Gathers calls that arrive while a batch is under way into the next batch. There is no timer:
 * a call that finds nothing under way leaves at once, so a lone call is as fast as without.
 * Waiting calls are bounded. When a batch fails as a whole, each of its calls rejects with that
 * failure.
 */
export function coalesce<I, O>(run: BatchRun<I, O>, limits: CoalesceLimits) {
  const waiting: { item: I; resolve: (out: O) => void; reject: (error: unknown) => void }[] = [];
  let underWay = 0;

  async function runNext(): Promise<void> {
    const batch = waiting.splice(0, limits.maxBatch);
    underWay++;
    try {
      const outcomes = await run(batch.map((call) => call.item));
      batch.forEach((call, index) => {
        const outcome = outcomes[index];
        if (outcome === undefined) call.reject(new Error("the batch returned too few outcomes"));
        else call.resolve(outcome);
      });
    } catch (error) {
      batch.forEach((call) => call.reject(error));
    } finally {
      underWay--;
      startBatches();
    }
  }

  function startBatches(): void {
    while (waiting.length > 0 && underWay < limits.inFlight) void runNext();
  }

  return (item: I): Promise<O> =>
    new Promise<O>((resolve, reject) => {
      if (waiting.length >= limits.maxWaiting)
        return reject(
          new DomainError("OVERLOADED", "Too many calls are waiting; try again later."),
        );
      waiting.push({ item, resolve, reject });
      startBatches();
    });
}
