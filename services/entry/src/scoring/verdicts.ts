import type { AttemptState, Verdict } from "../values/attempts.ts";

const STATES: Readonly<Record<Verdict, AttemptState>> = {
  accept: "counted",
  void: "void",
  hold: "held",
};

/** The state of an attempt on which this was decided last. */
export const stateAfter = (verdict: Verdict): AttemptState => STATES[verdict];
