import { isAheadBy, raiseAhead } from "@tms/kit/database/game-time";
import { traced } from "@tms/kit/process/fault-points";
import type { Context, Rpcs } from "../context.ts";
import { countUndelivered } from "../settlement-messages.ts";

/** Moves the clock of a test environment forward. What ends by that is settlement's to settle. */
export const advanceTournamentClock =
  ({ db }: Context): Rpcs["advanceTournamentClock"] =>
  async ({ gameId, aheadMs }) => {
    if (!(await isAheadBy(db, gameId, aheadMs)))
      await traced("tournament.advance-clock", () => raiseAhead(db, gameId, aheadMs));
    return { undelivered: await countUndelivered(db, gameId) };
  };
