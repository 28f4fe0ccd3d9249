import type { IntentOf } from "./plan.ts";
import type { Random } from "./random.ts";

type DecisionKind = "eliminate" | "disqualify" | "reinstate";

interface TimedDecision {
  when: number;
  intent: IntentOf<DecisionKind>;
}

/** How soon a decision is mostly taken back: before others follow, which may forbid it. */
const SOON_MS = [30, 900] as const;

/**
 * Draws who is taken out of a tournament, and brought back. Some of those who are disqualified were
 * eliminated before, and some are brought back twice: out of the one and out of the other.
 */
export function drawDecisions(
  random: Random,
  tournament: number,
  joiners: readonly string[],
  later: () => number,
): TimedDecision[] {
  if (joiners.length === 0) return [];
  const decisions: TimedDecision[] = [];
  const out: string[] = [];
  const decide = (when: number, kind: DecisionKind, handles: readonly string[]) =>
    decisions.push({ when, intent: { kind, tournament, handles } });
  const takeBack = (when: number, handles: readonly string[]) => {
    const some = random.chance(50) ? handles : random.sample(handles, 1);
    decide(when + random.int(...SOON_MS), "reinstate", some);
  };
  for (let round = random.int(0, 4); round > 0; round--) {
    const [when, handles] = [later(), random.sample(joiners, random.int(1, 3))];
    out.push(...handles);
    decide(when, "eliminate", handles);
    if (random.chance(25)) takeBack(when, handles);
  }
  for (let round = random.pick([0, 0, 1, 1, 2, 3]); round > 0; round--) {
    const when = later();
    const from = out.length > 0 && random.chance(35) ? [...new Set(out)] : joiners;
    const handles = random.sample(from, random.int(1, 3));
    decide(when, "disqualify", handles);
    if (random.chance(60)) takeBack(when, handles);
    if (random.chance(10)) takeBack(when, handles);
    if (random.chance(10)) decide(later(), "disqualify", handles);
  }
  // Nobody is left who can be paid.
  if (random.chance(4)) decide(Math.max(later(), later()), "disqualify", joiners);
  return decisions;
}
