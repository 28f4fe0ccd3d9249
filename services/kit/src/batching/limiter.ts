import { fairQueue } from "./fair-queue.ts";

/** A function that runs a task when a slot is free. `share` names the owner of the task, such as a game. */
export type Limited = <T>(work: () => Promise<T>, share?: string) => Promise<T>;

// The queue is full with this many times `mostWaiting` tasks. Each share can then have one waiting task.
const MAX_FULL_SHARES = 16;

/**
 * Creates a function that runs at most `atOnce` tasks at a time and serves shares in turn. A task fails with
 * `refusal` if `mostWaiting` tasks of its share are waiting, or one task if the queue is full.
 */
export function createLimiter(
  { atOnce, mostWaiting }: { atOnce: number; mostWaiting: number },
  refusal: () => Error,
): Limited {
  const waiting = fairQueue<{ share: string; begin: () => void }>(({ share }) => share);
  let running = 0;

  async function waitForTurn(share: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = { share, begin: resolve };
    const ahead = waiting.sizeBeside(turn);
    const isFull = waiting.size >= MAX_FULL_SHARES * mostWaiting;
    if (ahead >= (isFull ? 1 : mostWaiting)) throw refusal();
    waiting.push(turn);
    await promise;
  }

  return async (work, share = "") => {
    if (running < atOnce) running++;
    else await waitForTurn(share);
    try {
      return await work();
    } finally {
      // A waiting task takes over the slot, so that no new task overtakes it.
      const [next] = waiting.take(1);
      if (next === undefined) running--;
      else next.begin();
    }
  };
}
