import { setTimeout as delay } from "node:timers/promises";
import { isTransient } from "@tms/kit/errors/transient";
import type { ClockRpcs, Context } from "../context.ts";
import { readClocks } from "../db/clocks.ts";
import { gameNotFound } from "../errors.ts";
import { clockMessage } from "../messages.ts";

// Settlement itself waits; these are for a service that is away, or a message on its way.
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** Waits until a clock is ready, or for as long as it is asked to, and continues its advance meanwhile. */
export const awaitClock =
  (context: Context): ClockRpcs["awaitClock"] =>
  async ({ gameId, waitMs: longestMs }, { signal }) => {
    const endsAt = performance.now() + longestMs;
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const waitMs = Math.max(0, Math.floor(endsAt - performance.now()));
      const isReady = await continueAdvance(context, gameId, waitMs);
      if (isReady || signal.aborted || performance.now() + pauseMs >= endsAt) break;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
    const [clock] = await readClocks(context.db, [gameId]);
    if (clock === undefined) throw gameNotFound();
    return { clock: clockMessage(clock) };
  };

/** Whether a clock is ready. A service that is away holds it up, and is asked again. */
async function continueAdvance(context: Context, gameId: string, waitMs: number): Promise<boolean> {
  try {
    return await context.continueAdvance(gameId, waitMs);
  } catch (error) {
    if (!isTransient(error)) throw error;
    context.log.warn({ err: error, game: gameId }, "a clock advance is delayed");
    return false;
  }
}
