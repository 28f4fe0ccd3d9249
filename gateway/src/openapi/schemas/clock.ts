import { ClockState, type Clock } from "@tms/proto/tms/game/v1/clock";
import { isoOf, isoOrNull } from "@tms/resources/values/times";
import { Type, type Static } from "typebox";
import { EXAMPLES } from "../examples/examples.ts";
import { dateTime, nullable } from "./fields.ts";

export const ClockSchema = Type.Object(
  {
    now: dateTime("What it shows. It goes on like real time."),
    aheadSeconds: Type.Number({
      description: "How far that is ahead of real time: 0 until it is first advanced.",
    }),
    state: Type.Enum(["ready", "advancing"], {
      description: "`advancing` until everything that fell due is settled.",
    }),
    advancingTo: nullable(dateTime("The moment it was told to advance to; null when it is ready.")),
  },
  {
    $id: "Clock",
    examples: [EXAMPLES.Clock],
    description: "An environment's clock. That of a live environment is real time.",
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
