import {
  Box,
  Code,
  Group,
  Paper,
  Progress,
  Stack,
  Text,
  ThemeIcon,
  type ThemeIconProps,
} from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock } from "@tabler/icons-react";
import type { Settlement } from "../../../api/schema.d.ts";
import { formatPercent } from "../../../components/amount.ts";
import { Fine, Strong } from "../../../components/inline.tsx";
import { EmptyState, QueryView, Warning } from "../../../components/page.tsx";
import {
  Dot,
  Figure,
  Figures,
  formatDuration,
  Money,
  Time,
  toLabel,
} from "../../../components/values.tsx";
import { hasEnded, isFinal } from "../lifecycle.ts";
import { useSettlement, useTournament } from "../queries.ts";
import { entriesText } from "../texts.ts";
import { Payouts, PreviewOfSettlement } from "./payouts.tsx";

export function SettlementTab() {
  const { status } = useTournament();
  const query = useSettlement(status !== "pending");
  if (status === "pending") return <NotYet />;
  return (
    <QueryView query={query}>
      {(settlement) =>
        settlement === null ? (
          isFinal(status) ? (
            <Nothing />
          ) : (
            <NotYet />
          )
        ) : (
          <Stack gap="lg">
            {settlement.state === "dead" && <Stopped />}
            <StateLine settlement={settlement} />
            {settlement.state === "scheduled" ? (
              <>
                <NotYet />
                {status === "published" && <PreviewOfSettlement />}
              </>
            ) : (
              <>
                <Plan settlement={settlement} />
                <Payouts settlement={settlement} />
              </>
            )}
          </Stack>
        )
      }
    </QueryView>
  );
}

const Nothing = () => (
  <EmptyState icon={IconClock} title="No settlement">
    The tournament was cancelled before it was published, so there is nothing to pay.
  </EmptyState>
);

function NotYet() {
  const { status, endTime } = useTournament();
  return (
    <EmptyState icon={IconClock} title="Settlement is automatic">
      {status === "pending" ? (
        "Publish the tournament. The settlement starts automatically when the tournament ends."
      ) : hasEnded(status) ? (
        "The tournament has ended. The settlement starts shortly."
      ) : (
        <>
          At <Time at={endTime} />, registration closes and the ranking is frozen. The service then
          plans and pays every payout.
        </>
      )}
    </EmptyState>
  );
}

const Stopped = () => (
  <Warning color="red" title="The settlement has stopped">
    <Stack gap="xs">
      <Text size="sm">
        The settlement failed repeatedly and needs an operator. No money is lost. Completed payouts
        stay valid, and no payout is made twice.
      </Text>
      <Text size="sm">
        To see the reason, the operator runs <Code>pnpm tms settlements --state dead</Code>. To
        continue the settlement, the operator runs{" "}
        <Code>pnpm tms settlement retry {useTournament().id}</Code>.
      </Text>
    </Stack>
  </Warning>
);

function Plan({ settlement }: { settlement: Settlement }) {
  const { prizePool } = useTournament();
  const { kind, pool, platformFee, entries, payouts, state } = settlement;
  const amount = (value: number | null) => (value === null ? "–" : <Money amount={value} />);
  // The pool holds the money that is not paid yet.
  const paid = state === "done" ? 1 : pool ? 1 - prizePool / pool : 0;
  return (
    <Figures>
      <Figure label={kind === "refund" ? "To refund" : "Pool"} value={amount(pool)} />
      <Figure label="Platform fee" value={amount(platformFee)} />
      <Figure
        label={kind === "refund" ? "Refunds" : "Payouts"}
        value={state === "planning" ? "–" : payouts.toLocaleString()}
        note={state === "planning" ? "planning" : `for ${entriesText(entries)}`}
      />
      <Figure
        label="Paid so far"
        value={formatPercent(Math.floor(paid * 100))}
        note={
          <Progress
            value={paid * 100}
            size={4}
            mt={6}
            color={state === "dead" ? "red" : "teal"}
            aria-label="Paid so far"
          />
        }
      />
    </Figures>
  );
}

type State = Settlement["state"];
type Mark = "done" | "now" | "later" | "dead";

const STATES: readonly Exclude<State, "dead">[] = ["scheduled", "planning", "paying", "done"];

function StateLine({ settlement }: { settlement: Settlement }) {
  const { state, dueAt, finishedAt, attempts } = settlement;
  const times = { scheduled: dueAt, planning: null, paying: null, done: finishedAt };
  return (
    <Paper withBorder radius="lg" p="md">
      <Box
        component="ol"
        aria-label="State of the settlement"
        display="grid"
        m={0}
        p={0}
        style={{
          gap: "var(--mantine-spacing-md)",
          gridTemplateColumns: "repeat(auto-fit, minmax(150px, 1fr))",
          listStyle: "none",
        }}
      >
        {STATES.map((step) => {
          const mark = toMark(step, settlement);
          const at = times[step];
          return (
            <Group
              key={step}
              component="li"
              gap={10}
              align="flex-start"
              wrap="nowrap"
              aria-current={step === state ? "step" : undefined}
            >
              <ThemeIcon size={20} radius="xl" aria-hidden="true" {...SIGNS[mark]} />
              <div>
                <Strong {...(mark === "later" && { fw: 450, c: "dimmed" })}>
                  {mark === "dead" ? "Stopped" : toLabel(step)}
                </Strong>
                {at !== null && (
                  <Fine>
                    <Time at={at} />
                  </Fine>
                )}
              </div>
            </Group>
          );
        })}
      </Box>
      {attempts !== undefined && attempts.failed > 0 && <Attempts {...attempts} />}
      <Took settlement={settlement} />
    </Paper>
  );
}

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

function Took({ settlement: { kind, payouts, dueAt, finishedAt } }: { settlement: Settlement }) {
  if (dueAt === null || finishedAt === null || payouts === 0) return null;
  return (
    <Fine mt="sm">
      All {kind === "refund" ? "refunds" : "payouts"} were completed{" "}
      {tookText(Date.parse(finishedAt) - Date.parse(dueAt))} after the settlement was due.
    </Fine>
  );
}

const SECOND_MS = 1_000;

/** Formats a duration, with tenths of a second below a minute. */
function tookText(ms: number): string {
  const seconds = Math.max(0, ms) / SECOND_MS;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : formatDuration(ms);
}

/** Returns the mark of a step. A stopped settlement without a pool stopped while planning. */
function toMark(step: (typeof STATES)[number], { state, pool }: Settlement): Mark {
  const reached = state === "dead" ? (pool === null ? "planning" : "paying") : state;
  const distance = STATES.indexOf(step) - STATES.indexOf(reached);
  if (distance < 0 || (distance === 0 && reached === "done")) return "done";
  if (distance > 0) return "later";
  return state === "dead" ? "dead" : "now";
}

const SIGNS: Readonly<Record<Mark, ThemeIconProps>> = {
  done: { color: "teal.7", children: <IconCheck size={12} stroke={3} /> },
  dead: { color: "red.7", children: <IconAlertTriangle size={12} stroke={2.5} /> },
  now: { variant: "transparent", bd: "6px solid var(--mantine-primary-color-filled)" },
  later: { variant: "transparent", bd: "2px solid var(--mantine-color-default-border)" },
};
