import { Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Settlement } from "../../../../api/types.ts";
import { IconAlertTriangle, IconCheck } from "../../../../app/icons.ts";
import { Time } from "../../../../components/time.tsx";
import classes from "./state-line.module.css";

type State = Settlement["state"];
type Mark = "done" | "now" | "later" | "dead";

const STATES: readonly Exclude<State, "dead">[] = ["scheduled", "planning", "paying", "done"];
const LABELS = { scheduled: "Scheduled", planning: "Planning", paying: "Paying", done: "Done" };

/** How far a settlement is, and when it came there. */
export function StateLine({ settlement }: { settlement: Settlement }) {
  const { state, dueAt, finishedAt } = settlement;
  const times = { scheduled: dueAt, planning: null, paying: null, done: finishedAt };
  return (
    <Paper withBorder radius="lg" p="md">
      <ol className={classes["line"]} aria-label="State of the settlement">
        {STATES.map((each) => (
          <Step
            key={each}
            mark={markOf(each, settlement)}
            label={
              state === "dead" && markOf(each, settlement) === "dead" ? "Stopped" : LABELS[each]
            }
            at={times[each]}
            isCurrent={each === state}
          />
        ))}
      </ol>
    </Paper>
  );
}

/** One that stopped had its plan, or not: it stopped while paying, or while planning. */
function markOf(step: (typeof STATES)[number], { state, pool }: Settlement): Mark {
  const reached = state === "dead" ? (pool === null ? "planning" : "paying") : state;
  const distance = STATES.indexOf(step) - STATES.indexOf(reached);
  if (distance < 0 || (distance === 0 && reached === "done")) return "done";
  if (distance > 0) return "later";
  return state === "dead" ? "dead" : "now";
}

interface StepProps {
  mark: Mark;
  label: string;
  at: string | null;
  isCurrent: boolean;
}

const SIGNS: Readonly<Record<Mark, ReactNode>> = {
  done: <IconCheck size={12} stroke={3} />,
  dead: <IconAlertTriangle size={12} stroke={2.5} />,
  now: null,
  later: null,
};

const Step = ({ mark, label, at, isCurrent }: StepProps) => (
  <li className={classes["step"]} data-mark={mark} aria-current={isCurrent ? "step" : undefined}>
    <span className={classes["sign"]} aria-hidden="true">
      {SIGNS[mark]}
    </span>
    <div>
      <Text size="sm" fw={mark === "later" ? 450 : 600} {...(mark === "later" && { c: "dimmed" })}>
        {label}
      </Text>
      {at !== null && (
        <Text size="xs" c="dimmed">
          <Time at={at} />
        </Text>
      )}
    </div>
  </li>
);
