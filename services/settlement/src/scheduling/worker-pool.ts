import PQueue from "p-queue";
import { singleFlight } from "@tms/kit/batching/single-flight";

/** Works on settlements, so many at once; the others wait for their turn. */
export interface WorkerPool {
  /** Has a settlement worked on. One that is waiting, or worked on, is not taken up again. */
  run(this: void, tournamentId: string): Promise<void>;
  /** Lets the work under way finish; what is still waiting is not begun. */
  close(): Promise<void>;
}

/**
 * Creates the one pool of a process: the queue, the timers and the sweeper all run settlements
 * through it. How many wait is bounded by how many these take up at once.
 */
export function createWorkerPool(
  work: (tournamentId: string) => Promise<void>,
  size: number,
): WorkerPool {
  const queue = new PQueue({ concurrency: size });
  const once = singleFlight<void>();
  let closing = false;
  return {
    run: (tournamentId) =>
      once(tournamentId, () =>
        queue.add(async () => {
          if (!closing) await work(tournamentId);
        }),
      ),
    async close() {
      closing = true;
      await queue.onIdle();
    },
  };
}
