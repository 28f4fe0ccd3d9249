import PQueue from "p-queue";

/** How much work may run, and how much may wait for it. */
export interface ConcurrencyLimits {
  atOnce: number;
  /** More are refused. */
  mostWaiting: number;
}

/** Does a piece of work as soon as it may run. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many pieces of work run at once, the others in the order in which they came: for work that
 * costs more than most, so that it never takes all cores or connections. What would have to wait
 * behind too many fails with `refusal`, and is not begun.
 */
export function createLimiter(
  { atOnce, mostWaiting }: ConcurrencyLimits,
  refusal: () => Error,
): Limited {
  const queue = new PQueue({ concurrency: atOnce });
  return async (work) => {
    if (queue.pending >= atOnce && queue.size >= mostWaiting) throw refusal();
    return await queue.add(work);
  };
}
