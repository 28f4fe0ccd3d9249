import type { AttemptState } from "./fold.ts";

/** What a review decides on an attempt. */
export type Verdict = "accept" | "void" | "hold";

const STATES: Readonly<Record<Verdict, AttemptState>> = {
  accept: "counted",
  void: "void",
  hold: "held",
};

/** The state of an attempt on which this was decided last. */
export const stateAfter = (verdict: Verdict): AttemptState => STATES[verdict];
