/**
 * Returns a function that runs at most `max` tasks at once. Other tasks wait in the order of their calls. If
 * the signal of a waiting task aborts, its call rejects with the reason of the signal.
 */
export function limitConcurrency(max: number) {
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

  return async <T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> => {
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

/**
 * Starts a time limit: a signal that aborts after `ms` milliseconds, or when the signal `caller` aborts. Call
 * `end` when the work is done. `AbortSignal.any` does not work here: Node 20 collects its signal if only a
 * request refers to it, and the request then never ends. `AbortSignal.timeout` does not work either: its
 * timer does not keep the process alive until the call is settled.
 */
export function startTimeLimit(ms: number, message: string, caller: AbortSignal) {
  const controller = new AbortController();
  const expire = () => controller.abort(new DOMException(message, "TimeoutError"));
  const giveUp = () => controller.abort(caller.reason);
  let timer = setTimeout(expire, ms);
  if (caller.aborted) giveUp();
  caller.addEventListener("abort", giveUp);
  return {
    signal: controller.signal,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, ms);
    },
    end: () => {
      clearTimeout(timer);
      caller.removeEventListener("abort", giveUp);
    },
  };
}
