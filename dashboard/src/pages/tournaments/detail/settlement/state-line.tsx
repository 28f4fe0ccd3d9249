import { Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Settlement } from "../../../../api/types.ts";
import { IconAlertTriangle, IconCheck } from "../../../../components/icons.ts";
import { Dot } from "../../../../components/values/dot.tsx";
import { Time } from "../../../../components/values/time.tsx";
import { duration } from "../overview/countdown.ts";
import classes from "./state-line.module.css";

type State = Settlement["state"];
type Mark = "done" | "now" | "later" | "dead";

const STATES: readonly Exclude<State, "dead">[] = ["scheduled", "planning", "paying", "done"];
const LABELS = { scheduled: "Scheduled", planning: "Planning", paying: "Paying", done: "Done" };

/** How far a settlement is, and when it came there. */
export function StateLine({ settlement }: { settlement: Settlement }) {
  const { state, dueAt, finishedAt, attempts } = settlement;
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
      {attempts !== undefined && attempts.failed > 0 && <Attempts {...attempts} />}
      <Took settlement={settlement} />
    </Paper>
  );
}

/** Failures are waited out; only what fails for good stops. */
const Attempts = ({ failed, nextAt }: NonNullable<Settlement["attempts"]>) => (
  <Group gap={8} mt="sm" role="status">
    <Dot color="orange" />
    <Text size="sm">
      {failed === 1 ? "1 attempt has" : `${failed.toLocaleString()} attempts have`} failed since the
      settlement last made progress.
      {nextAt !== null && (
        <>
          {" "}
          Next attempt: <Time at={nextAt} relative />. No payout is made twice.
        </>
      )}
    </Text>
  </Group>
);

/** How long everybody waited for their money. */
function Took({ settlement: { kind, payouts, dueAt, finishedAt } }: { settlement: Settlement }) {
  if (dueAt === null || finishedAt === null || payouts === 0) return null;
  return (
    <Text size="xs" c="dimmed" mt="sm">
      All {kind === "refund" ? "refunds" : "payouts"} were completed{" "}
      {tookText(Date.parse(finishedAt) - Date.parse(dueAt))} after the settlement was due.
    </Text>
  );
}

const SECOND_MS = 1_000;

/** How long it took, to a tenth of a second where it was quick. */
function tookText(ms: number): string {
  const seconds = Math.max(0, ms) / SECOND_MS;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : duration(ms);
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
