import { AsyncLocalStorage } from "node:async_hooks";
import PQueue from "p-queue";
import { singleFlight } from "@tms/kit/batching/single-flight";

/** Runs a limited number of settlements at a time. The others wait. */
export interface WorkerPool {
  /** Runs a settlement. If it already waits or runs, the calls share its result. */
  run(this: void, tournamentId: string): Promise<void>;
  /** Waits until all running settlements have ended. Waiting settlements do not start. */
  close(): Promise<void>;
}

/**
 * Creates the worker pool of a process. The queue, the timers and the sweeper all use it, and limit how
 * many settlements wait.
 */
export function createWorkerPool(
  work: (tournamentId: string) => Promise<void>,
  size: number,
): WorkerPool {
  const queue = new PQueue({ concurrency: size });
  const once = singleFlight<void>();
  let isClosing = false;
  return {
    run: (tournamentId) =>
      once(tournamentId, () =>
        queue.add(
          // The queue would otherwise run it in the trace of the settlement that ended before.
          AsyncLocalStorage.bind(async () => {
            if (!isClosing) await work(tournamentId);
          }),
        ),
      ),
    async close() {
      isClosing = true;
      await queue.onIdle();
    },
  };
}
