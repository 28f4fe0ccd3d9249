import { createBatcher } from "@tms/kit/batching/batcher";
import type { Db } from "@tms/kit/database/handle";
import {
  readLeaderboardAround,
  type LeaderboardLines,
  type LeaderboardMoment,
} from "../db/leaderboard.ts";

/** A read of the lines around a gamer. */
interface WindowRead {
  gameId: string;
  tournamentId: string;
  handle: string;
  size: number;
}

interface FoundWindow {
  moment: LeaderboardMoment;
  window: LeaderboardLines;
}

const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 8_192 };

/**
 * Creates a function that reads the lines around a gamer at one moment. Concurrent reads of a tournament share
 * a statement. It returns undefined without a board.
 */
export const createWindowReader = (db: Db) =>
  createBatcher<WindowRead, FoundWindow | undefined>(async (reads, answer) => {
    const numbered = reads.map((read, index) => ({ ...read, index }));
    const groups = Map.groupBy(numbered, ({ gameId, tournamentId, size }) =>
      [gameId, tournamentId, size].join("/"),
    );
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const [first] = group;
        if (first === undefined) return;
        const handles = group.map(({ handle }) => handle);
        const found = await readLeaderboardAround(db, first, handles, first.size);
        group.forEach(({ index }, n) => {
          const window = found?.windows[n];
          answer(found && window && { moment: found, window }, index);
        });
      }),
    );
  }, LIMITS);
