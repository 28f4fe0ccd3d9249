/**
 * Does work at most once in so many milliseconds, and never twice at a time: at once, and again for
 * whatever came after it began. What the work rejects with is its own business.
 */
export function paced(
  work: () => Promise<unknown>,
  everyMs: number,
): { call: () => void; stop: () => void } {
  let isBusy = false;
  let isWanted = false;
  const stopping = new AbortController();

  async function run(): Promise<void> {
    isBusy = true;
    do {
      isWanted = false;
      const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
      await Promise.allSettled([work(), pause]);
    } while (isWanted && !stopping.signal.aborted);
    isBusy = false;
  }

  return {
    call() {
      if (stopping.signal.aborted) return;
      if (isBusy) isWanted = true;
      else void run();
    },
    stop: () => stopping.abort(),
  };
}
