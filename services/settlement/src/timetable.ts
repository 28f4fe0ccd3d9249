/** Settlements that come due within moments, each with a timer of its own. */
export interface Timetable {
  /** Has a settlement worked on in so many milliseconds; one that has a timer keeps it. */
  put(tournamentId: string, inMs: number): void;
  /** Forgets what is still to come and lets the work under way finish. */
  close(): Promise<void>;
}

// A timer may fire within its last millisecond.
const EARLY_MS = 1;

/**
 * Works on settlements at their very moment, at most `limit` at once: whoever finds no place
 * free then is left to the queue, which has a job for the same moment.
 */
export function createTimetable(
  work: (tournamentId: string) => Promise<void>,
  limit: number,
): Timetable {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  function start(tournamentId: string): void {
    timers.delete(tournamentId);
    if (running.size >= limit) return;
    const task = work(tournamentId)
      .catch(() => undefined)
      .finally(() => running.delete(task));
    running.add(task);
  }

  return {
    put(tournamentId, inMs) {
      if (timers.has(tournamentId)) return;
      timers.set(
        tournamentId,
        setTimeout(() => start(tournamentId), Math.ceil(inMs) + EARLY_MS),
      );
    },
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.all(running);
    },
  };
}
