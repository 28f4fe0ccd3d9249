import PQueue from "p-queue";

/** Bounds of work that is done by turns. */
export interface TurnLimits {
  atOnce: number;
  /** More are refused. */
  mostWaiting: number;
}

/** Does a piece of work when its turn comes. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many pieces of work run at once, the others in the order in which they came: for work that
 * costs more than most, so that it never takes all cores or connections. What would have to wait
 * behind too many fails with `refusal`, and is not begun.
 */
export function createTurns({ atOnce, mostWaiting }: TurnLimits, refusal: () => Error): TakeTurn {
  const queue = new PQueue({ concurrency: atOnce });
  return async (work) => {
    if (queue.pending >= atOnce && queue.size >= mostWaiting) throw refusal();
    return await queue.add(work);
  };
}
