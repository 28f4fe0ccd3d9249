/** Works on settlements, so many at once; whoever comes on top of that waits for a place. */
export interface Crew {
  /** Has a settlement worked on. One that is waiting, or worked on, is not taken up again. */
  work(tournamentId: string): Promise<void>;
  /** Forgets what is still waiting and lets the work under way finish. */
  close(): Promise<void>;
}

/**
 * The one place that settlements of this process are worked on, whoever asks for it: the queue,
 * the timetable or the sweeper. What waits is bounded by what these take up at once.
 */
export function createCrew(work: (tournamentId: string) => Promise<void>, size: number): Crew {
  const tasks = new Map<string, PromiseWithResolvers<void>>();
  const waiting = new Set<string>();
  let busy = 0;

  async function run(tournamentId: string): Promise<void> {
    busy++;
    const task = tasks.get(tournamentId);
    try {
      await work(tournamentId);
      task?.resolve();
    } catch (error) {
      task?.reject(error);
    } finally {
      busy--;
      tasks.delete(tournamentId);
      startNext();
    }
  }

  function startNext(): void {
    for (const tournamentId of waiting) {
      if (busy >= size) return;
      waiting.delete(tournamentId);
      void run(tournamentId);
    }
  }

  return {
    work(tournamentId) {
      const known = tasks.get(tournamentId);
      if (known !== undefined) return known.promise;
      const task = Promise.withResolvers<void>();
      tasks.set(tournamentId, task);
      waiting.add(tournamentId);
      startNext();
      return task.promise;
    },
    async close() {
      for (const tournamentId of waiting) {
        tasks.get(tournamentId)?.resolve();
        tasks.delete(tournamentId);
      }
      waiting.clear();
      await Promise.allSettled([...tasks.values()].map((task) => task.promise));
    },
  };
}
