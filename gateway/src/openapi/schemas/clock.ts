import { ClockState, type Clock } from "@tms/proto/tms/game/v1/clock";
import { isoOf, isoOrNull } from "@tms/resources/values/times";
import { Type, type Static } from "typebox";
import { EXAMPLES } from "../examples/examples.ts";
import { dateTime, nullable } from "./fields.ts";

export const ClockSchema = Type.Object(
  {
    now: dateTime("The current time of the environment. It advances at the speed of real time."),
    aheadSeconds: Type.Number({
      description:
        "How far the clock is ahead of real time, in seconds. It is 0 until you first advance the clock.",
    }),
    state: Type.Enum(["ready", "advancing"], {
      description:
        "`advancing` until every tournament that ended before the new time is settled, otherwise `ready`.",
    }),
    advancingTo: nullable(
      dateTime("The time to which the clock is advancing. Null if `state` is `ready`."),
    ),
  },
  {
    $id: "Clock",
    examples: [EXAMPLES.Clock],
    description:
      "The clock of an environment. The clock of a live environment is always real time.",
  },
);
export type ClockJson = Static<typeof ClockSchema>;

/** A clock as callers see it. */
export const clockJson = ({ now, aheadMs, state, advancingTo }: Clock): ClockJson => ({
  now: isoOf(now),
  aheadSeconds: Number(aheadMs) / 1_000,
  state: state === ClockState.READY ? "ready" : "advancing",
  advancingTo: isoOrNull(advancingTo),
});

/** The clock of an environment that was made a moment ago. */
export const newClockJson = (): ClockJson => ({
  now: new Date().toISOString(),
  aheadSeconds: 0,
  state: "ready",
  advancingTo: null,
});
