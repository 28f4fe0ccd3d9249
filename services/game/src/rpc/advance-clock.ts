import type { MessageValidType } from "@bufbuild/protobuf";
import { clockLive } from "@tms/kit/database/game-time";
import { idempotent } from "@tms/kit/database/idempotent";
import { DomainError } from "@tms/kit/errors/domain-error";
import { originOf } from "@tms/kit/rpc/origin";
import { dateOf } from "@tms/kit/values/input";
import { ClockService, type AdvanceClockRequestSchema } from "@tms/proto/tms/game/v1/clock";
import { courseOf, type Target } from "../clock/target.ts";
import type { ClockRpcs, Context } from "../context.ts";
import { lockClock, setTarget } from "../db/clocks.ts";
import { lockGame } from "../db/games.ts";
import { gameNotFound } from "../errors.ts";
import { clockMessage } from "../messages.ts";

const method = ClockService.method.advanceClock;

/**
 * Stores where a test environment's clock is to go. Getting there is the work of clock/advance.ts, which
 * whoever waits for the clock does, or else the loop.
 */
export const advanceClock =
  ({ db }: Context): ClockRpcs["advanceClock"] =>
  async (request, call) => {
    const { gameId } = request;
    const target = targetOf(request);
    const mutation = { faultPoint: "game.advance-clock", method, request } as const;
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
