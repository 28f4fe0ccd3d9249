import { AsyncLocalStorage } from "node:async_hooks";
import PQueue from "p-queue";
import { singleFlight } from "@tms/kit/batching/single-flight";

export type WorkerPool = ReturnType<typeof createWorkerPool>;

/** The queue, the timers and the sweeper each limit how many settlements wait. */
export function createWorkerPool(work: (tournamentId: string) => Promise<void>, size: number) {
  const queue = new PQueue({ concurrency: size });
  const once = singleFlight<void>();
  let isClosing = false;
  return {
    /** If the settlement already waits or runs, the calls share its result. */
    run: (tournamentId: string) =>
      once(tournamentId, () =>
        queue.add(
          // The queue would otherwise run it in the trace of the settlement that ended before.
          AsyncLocalStorage.bind(async () => {
            if (!isClosing) await work(tournamentId);
          }),
        ),
      ),
    /** Waits until all running settlements have ended. Waiting settlements do not start. */
    async close() {
      isClosing = true;
      await queue.onIdle();
    },
  };
}
