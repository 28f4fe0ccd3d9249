import { ClockState, type Clock as ClockMessage } from "@tms/proto/tms/game/v1/clock";
import { Type } from "typebox";
import { member, moment, momentOrNull, resource, words, type JsonOf } from "./resource.ts";

const STATES = words(ClockState, ["ready", "advancing"]);

export const Clock = resource<ClockMessage>()(
  "Clock",
  "The clock of an environment. The clock of a live environment is always real time.",
  {
    now: "2030-05-01T20:00:00.125Z",
    aheadSeconds: 7_200,
    state: "ready",
    advancingTo: null,
  },
  {
    now: moment(
      "The current time of the environment. It advances at the speed of real time.",
      ({ now }) => now,
    ),
    aheadSeconds: member(
      Type.Number({
        description:
          "How far the clock is ahead of real time, in seconds. It is 0 until you first advance the clock.",
      }),
      ({ aheadMs }) => Number(aheadMs) / 1_000,
    ),
    state: STATES.member(
      "`advancing` until every tournament that ended before the new time is settled, otherwise `ready`.",
      ({ state }) => state,
    ),
    advancingTo: momentOrNull(
      "The time to which the clock is advancing. Null if `state` is `ready`.",
      ({ advancingTo }) => advancingTo,
    ),
  },
);
export type ClockJson = JsonOf<typeof Clock>;

/** Returns the clock of an environment that was just created. */
export const newClockJson = (): ClockJson => ({
  now: new Date().toISOString(),
  aheadSeconds: 0,
  state: "ready",
  advancingTo: null,
});
