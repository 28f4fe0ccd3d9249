import type { ReviewedScore } from "../../../../api/types.ts";
import { Marked } from "../../../../components/tables/marked.tsx";

export type ScoreState = ReviewedScore["state"];
export type Decision = ReviewedScore["decisions"][number];

/** Whether an attempt counts, in words. */
export const SCORE_LABELS: Readonly<Record<ScoreState, { label: string; color: string }>> = {
  counted: { label: "Counted", color: "teal" },
  held: { label: "Held", color: "yellow" },
  void: { label: "Void", color: "gray" },
};

/** What was decided, in words. */
export const DECIDED: Readonly<Record<Decision["decision"], string>> = {
  accept: "Accepted",
  void: "Voided",
  hold: "Held",
};

/** An attempt's state, in a row of a table. */
export const ScoreMark = ({ state }: { state: ScoreState }) => (
  <Marked color={SCORE_LABELS[state].color}>{SCORE_LABELS[state].label}</Marked>
);
