import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@tms/kit/database/handle";
import { dateOf } from "@tms/kit/values/input";
import type { Context, Rpcs } from "../context.ts";
import { countUnsettled, findDueOfTest, moveClock } from "../db/clocks.ts";

// The sweeper finds the rest within a second.
const MOST_WOKEN = 1_000;

/**
 * Moves the clock of a test environment forward, wakes workers for what fell due by that, and counts
 * what is still to be settled.
 */
export const advanceSettlementClock =
  ({ db, queue, log }: Context): Rpcs["advanceSettlementClock"] =>
  async ({ gameId, aheadMs, untilTime, waitMs }, { signal }) => {
    const until = dateOf("until_time", untilTime);
    await moveClock(db, gameId, aheadMs);
    const due = await findDueOfTest(db, gameId, until, MOST_WOKEN);
    try {
      // One job for each, however often it is asked for.
      await queue.add(due);
    } catch (error) {
      log.warn(
        { err: error, due: due.length },
        "wake-ups could not be queued; the sweeper will start the settlements",
      );
    }
    return { unsettled: await waitForSettled(db, { gameId, until, waitMs }, signal) };
  };

// What falls due together takes some tens of milliseconds; much takes seconds.
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

interface Wait {
  gameId: string;
  until: Date;
  waitMs: number;
}

/** Waits until nothing is left to be settled, and no longer than it is asked to; returns what is left. */
async function waitForSettled(
  db: Db,
  { gameId, until, waitMs }: Wait,
  signal: AbortSignal,
): Promise<number> {
  const endsAt = performance.now() + waitMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const unsettled = await countUnsettled(db, gameId, until);
    if (unsettled === 0 || signal.aborted || performance.now() + pauseMs >= endsAt)
      return unsettled;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
