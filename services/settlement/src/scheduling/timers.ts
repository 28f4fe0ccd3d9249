/** Settlements that come due within moments, each with a timer of its own. */
export interface Timers {
  /** Has a settlement worked on in so many milliseconds; one that has a timer keeps it. */
  set(tournamentId: string, inMs: number): void;
  /** Forgets what is still to come. */
  close(): void;
}

// A timer may fire within its last millisecond.
const EARLY_MS = 1;

/** Has settlements worked on at their very moment. */
export function createTimers(work: (tournamentId: string) => Promise<void>): Timers {
  const timers = new Map<string, NodeJS.Timeout>();

  function start(tournamentId: string): void {
    timers.delete(tournamentId);
    // The queue has a job for the same moment, and the sweeper looks again.
    work(tournamentId).catch(() => undefined);
  }

  return {
    set(tournamentId, inMs) {
      if (timers.has(tournamentId)) return;
      const delayMs = Math.ceil(inMs) + EARLY_MS;
      timers.set(
        tournamentId,
        setTimeout(() => start(tournamentId), delayMs),
      );
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
