import type { MessageValidType } from "@bufbuild/protobuf";
import { clockLive } from "@tms/kit/database/game-time";
import { idempotent } from "@tms/kit/database/idempotent";
import { DomainError } from "@tms/kit/errors/domain-error";
import { isTransient } from "@tms/kit/errors/transient";
import { originOf } from "@tms/kit/rpc/origin";
import { dateOf } from "@tms/kit/values/input";
import { type AdvanceClockRequestSchema, ClockService } from "@tms/proto/tms/game/v1/clock";
import { setTimeout as delay } from "node:timers/promises";
import { courseOf, type Target } from "../clock/target.ts";
import type { ClockRpcs, Context } from "../context.ts";
import { lockClock, readClocks, setTarget } from "../db/clocks.ts";
import { lockGame } from "../db/games.ts";
import { gameNotFound } from "../errors.ts";
import { clockMessage } from "../messages.ts";

/** Reads the clocks of environments. */
export const batchGetClocks =
  ({ db }: Context): ClockRpcs["batchGetClocks"] =>
  async ({ gameIds }) => ({ clocks: (await readClocks(db, gameIds)).map(clockMessage) });

/**
 * Stores where a test environment's clock is to go. Getting there is the work of clock/advance.ts, which
 * whoever waits for the clock does, or else the loop.
 */
export const advanceClock =
  ({ db }: Context): ClockRpcs["advanceClock"] =>
  async (request, call) => {
    const { gameId } = request;
    const target = targetOf(request);
    const mutation = {
      faultPoint: "game.advance-clock",
      method: ClockService.method.advanceClock,
      request,
    } as const;
    return await idempotent(db, mutation, async (tx) => {
      const game = await lockGame(tx, gameId);
      if (game === undefined) throw gameNotFound();
      if (game.mode !== "test") throw clockLive();
      const clock = await lockClock(tx, gameId);
      const course = courseOf(clock, target);
      if (course instanceof DomainError) throw course;
      if (course === undefined) return { clock: clockMessage(clock) };
      await setTarget(tx, { gameId, ...course, origin: originOf(call) });
      return { clock: clockMessage({ ...clock, ...course, state: "telling" }) };
    });
  };

function targetOf({ target }: MessageValidType<typeof AdvanceClockRequestSchema>): Target {
  switch (target.case) {
    case "toTime":
      return { to: dateOf("to_time", target.value) };
    case "bySeconds":
      return { byMs: Number(target.value) * 1_000 };
    default:
      throw new Error("a validated request has no target");
  }
}

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
