/** Runs a task as soon as it may, or rejects with the signal's reason. */
export type Limited = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Returns a function that runs at most `max` tasks at once. Others wait in the order of their calls. */
export function limitConcurrency(max: number): Limited {
  const waiting = new Set<() => void>();
  let running = 0;

  const slot = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(begin);
        reject(signal.reason as Error);
      };
      waiting.add(begin);
      signal.addEventListener("abort", giveUp, { once: true });
    });

  return async (task, signal) => {
    signal.throwIfAborted();
    if (running < max) running += 1;
    else await slot(signal);
    try {
      return await task();
    } finally {
      // The next task takes the slot over.
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else {
        waiting.delete(next);
        next();
      }
    }
  };
}
