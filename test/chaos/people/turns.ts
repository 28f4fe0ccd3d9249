/** Lets one at a time, in the order in which they ask. */
export interface Turns {
  /** Waits for a turn, which lasts until it is ended. */
  take(): Promise<void>;
  end(): void;
}

/** Turns that nobody has taken yet. */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    take() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (isTaken) waiting.push(resolve);
      else resolve();
      isTaken = true;
      return promise;
    },
    end() {
      const next = waiting.shift();
      if (next === undefined) isTaken = false;
      else next();
    },
  };
}
