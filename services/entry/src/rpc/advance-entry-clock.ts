import { isAheadBy, raiseAhead } from "@tms/kit/database/game-time";
import { traced } from "@tms/kit/process/fault-points";
import type { Context, Rpcs } from "../context.ts";

/** Moves the clock of a test environment forward: from then on, what has ended by it takes no join. */
export const advanceEntryClock =
  ({ db }: Context): Rpcs["advanceEntryClock"] =>
  async ({ gameId, aheadMs }) => {
    if (!(await isAheadBy(db, gameId, aheadMs)))
      await traced("entry.advance-clock", () => raiseAhead(db, gameId, aheadMs));
    return {};
  };
