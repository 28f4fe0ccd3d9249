import { DomainError } from "../errors/domain-error.ts";

/** Bounds of work that is done by turns. */
export interface TurnLimits {
  atOnce: number;
  /** More are refused as OVERLOADED. */
  mostWaiting: number;
}

/**
 * Lets so many pieces of work run at once, the others in the order in which they came: for reads that
 * cost more than most, so that they never take all connections.
 */
export function createTurns({ atOnce, mostWaiting }: TurnLimits) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else if (waiting.length >= mostWaiting)
      throw new DomainError("OVERLOADED", "Too many such reads are waiting; try again later.");
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever is next takes over this turn, so that nobody who comes now overtakes.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
