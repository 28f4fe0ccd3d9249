import type { MessageValidType } from "@bufbuild/protobuf";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { isTransient } from "@tms/kit/errors/transient";
import { mutation } from "@tms/kit/rpc/rpcs";
import { dateOf } from "@tms/kit/values/input";
import type { AdvanceClockRequestSchema } from "@tms/proto/tms/game/v1/clock";
import { setTimeout as delay } from "node:timers/promises";
import { courseOf, type Target } from "../clock.ts";
import type { ClockRpcs, Context } from "../context.ts";
import { lockClock, readClocks, setTarget } from "../db/clocks.ts";
import { lockGame } from "../db/games.ts";
import { clockMessage } from "../messages.ts";

// The pauses between two calls. The call to settlement itself waits for settlements, so the pauses are only
// for unavailable services and messages in transit.
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

export const clockRpcs = {
  async batchGetClocks({ db }, { gameIds }) {
    return { clocks: (await readClocks(db, gameIds)).map(clockMessage) };
  },

  /** Sets the target of a clock. Then awaitClock or the loop in clock.ts advances the clock. */
  advanceClock: mutation("game.advance-clock", async ({ tx, origin }, request) => {
    const { gameId } = request;
    const game = found(await lockGame(tx, gameId), "GAME_NOT_FOUND");
    if (game.mode !== "test") throw new DomainError("CLOCK_LIVE");
    const clock = await lockClock(tx, gameId);
    const course = courseOf(clock, toTarget(request));
    if (course instanceof DomainError) throw course;
    if (course === undefined) return { clock: clockMessage(clock) };
    await setTarget(tx, { gameId, ...course, origin });
    return { clock: clockMessage({ ...clock, ...course, state: "telling" }) };
  }),

  /** Advances a clock until it is ready, at most for `waitMs`. */
  async awaitClock(context, { gameId, waitMs: longestMs }, { signal }) {
    const endsAt = performance.now() + longestMs;
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const waitMs = Math.max(0, Math.floor(endsAt - performance.now()));
      const isReady = await continueAdvance(context, gameId, waitMs);
      if (isReady || signal.aborted || performance.now() + pauseMs >= endsAt) break;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
    const [clock] = await readClocks(context.db, [gameId]);
    return { clock: clockMessage(found(clock, "GAME_NOT_FOUND")) };
  },
} satisfies ClockRpcs;

function toTarget({ target }: MessageValidType<typeof AdvanceClockRequestSchema>): Target {
  switch (target.case) {
    case "toTime":
      return { to: dateOf("to_time", target.value) };
    case "bySeconds":
      return { byMs: Number(target.value) * 1_000 };
    default:
      throw new Error("a validated request has no target");
  }
}

/** Returns whether the clock is ready. Returns false if a service is unavailable. */
async function continueAdvance(context: Context, gameId: string, waitMs: number) {
  try {
    return await context.continueAdvance(gameId, waitMs);
  } catch (error) {
    if (!isTransient(error)) throw error;
    context.log.warn({ err: error, game: gameId }, "a clock advance is delayed");
    return false;
  }
}
