/** What is kept of many: so many successes, chosen evenly, and so many failures. */
export interface SampleLimits {
  successes: number;
  failures: number;
}

interface Sampled {
  gameId: string;
}

/**
 * Chooses what is recorded of the requests of one second. Up to its limits all are; beyond them each
 * success has the same chance, and of failures the first are kept. It counts what is left out.
 */
export function createSample<T extends Sampled>(limits: SampleLimits) {
  let successes: T[] = [];
  let failures: T[] = [];
  let succeeded = 0;
  let leftOut = new Map<string, number>();

  const leaveOut = (gameId: string) => void leftOut.set(gameId, (leftOut.get(gameId) ?? 0) + 1);

  /** The slot of the next success, which may be another's; undefined if it is left out. */
  function slotOf(): number | undefined {
    succeeded++;
    if (successes.length < limits.successes) return successes.length;
    const slot = Math.floor(Math.random() * succeeded);
    return slot < limits.successes ? slot : undefined;
  }

  return {
    /** Offers a request; `make` is called only if it is kept. */
    offer(gameId: string, isSuccess: boolean, make: () => T): void {
      if (!isSuccess) {
        if (failures.length < limits.failures) failures.push(make());
        else leaveOut(gameId);
        return;
      }
      const slot = slotOf();
      if (slot === undefined) return leaveOut(gameId);
      const replaced = successes[slot];
      if (replaced !== undefined) leaveOut(replaced.gameId);
      successes[slot] = make();
    },

    isEmpty: () => successes.length + failures.length === 0,

    /** Ends the second: what was kept, and how many were left out, by environment. */
    take(): { kept: T[]; leftOut: Map<string, number> } {
      const taken = { kept: [...successes, ...failures], leftOut };
      [successes, failures, succeeded, leftOut] = [[], [], 0, new Map()];
      return taken;
    },
  };
}
