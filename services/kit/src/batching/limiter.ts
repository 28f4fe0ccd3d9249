import { fairQueue } from "./fair-queue.ts";

/** The bounds of a limiter. */
export interface ConcurrencyLimits {
  atOnce: number;
  /** The pieces of work of one share that can wait. More are refused. */
  mostWaiting: number;
}

/** Runs a piece of work when it can run. `share` names its owner, such as a game. */
export type Limited = <T>(work: () => Promise<T>, share?: string) => Promise<T>;

// A share beyond so many full ones may have one piece waiting.
const MAX_FULL_SHARES = 16;

/**
 * Lets so many pieces of work run at once: for work that costs more than most, so that it never takes
 * all cores or connections. Shares are served in turn, so that none waits behind all of another, and
 * each share in the order in which its work came. What would have to wait behind too much of its own
 * share fails with `refusal`, and is not begun.
 */
export function createLimiter(
  { atOnce, mostWaiting }: ConcurrencyLimits,
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
      // A waiting piece of work takes over the slot, so that no newcomer overtakes it.
      const [next] = waiting.take(1);
      if (next === undefined) running--;
      else next.begin();
    }
  };
}
