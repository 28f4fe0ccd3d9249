import { Alert, Code, Progress, Stack, Text } from "@mantine/core";
import type { Settlement, Tournament } from "../../../../api/types.ts";
import { IconAlertTriangle, IconClock } from "../../../../components/icons.ts";
import { EmptyState } from "../../../../components/page/empty-state.tsx";
import { Figure, Figures } from "../../../../components/values/figures.tsx";
import { Money } from "../../../../components/values/money.tsx";
import { formatPercent } from "../../../../components/values/percent.ts";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { Time } from "../../../../components/values/time.tsx";
import { entriesText } from "../../entries-text.ts";
import { useSettlement } from "../../reads.ts";
import { hasEnded } from "../../settling.ts";
import { isFinal } from "../../statuses.ts";
import { Payouts } from "./payouts.tsx";
import { PreviewOfSettlement } from "./preview.tsx";
import { StateLine } from "./state-line.tsx";

/** How a tournament's pool is paid out, or given back. */
export function SettlementTab({ tournament }: { tournament: Tournament }) {
  const { id, status } = tournament;
  const query = useSettlement(tournament, status !== "pending");
  if (status === "pending") return <NotYet tournament={tournament} />;
  return (
    <QueryView query={query}>
      {(settlement) =>
        settlement === null ? (
          isFinal(status) ? (
            <Nothing />
          ) : (
            <NotYet tournament={tournament} />
          )
        ) : (
          <Stack gap="lg">
            {settlement.state === "dead" && <Stopped tournamentId={id} />}
            <StateLine settlement={settlement} />
            {settlement.state === "scheduled" ? (
              <>
                <NotYet tournament={tournament} />
                {status === "published" && <PreviewOfSettlement tournamentId={id} />}
              </>
            ) : (
              <>
                <Plan tournament={tournament} settlement={settlement} />
                <Payouts tournament={tournament} settlement={settlement} />
              </>
            )}
          </Stack>
        )
      }
    </QueryView>
  );
}

const Nothing = () => (
  <EmptyState icon={<IconClock size={28} />} title="No settlement">
    The tournament was canceled before it was published, so there is nothing to pay.
  </EmptyState>
);

function NotYet({ tournament: { status, endTime } }: { tournament: Tournament }) {
  return (
    <EmptyState icon={<IconClock size={28} />} title="Settlement is automatic">
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

const Stopped = ({ tournamentId }: { tournamentId: string }) => (
  <Alert color="red" icon={<IconAlertTriangle size={18} />} title="The settlement has stopped">
    <Stack gap="xs">
      <Text size="sm">
        The settlement failed repeatedly and needs an operator. No money is lost. Completed payouts
        stay valid, and no payout is made twice.
      </Text>
      <Text size="sm">
        To see the reason, the operator runs <Code>pnpm tms settlements --state dead</Code>. To
        continue the settlement, the operator runs{" "}
        <Code>pnpm tms settlement retry {tournamentId}</Code>.
      </Text>
    </Stack>
  </Alert>
);

interface PlanProps {
  tournament: Tournament;
  settlement: Settlement;
}

function Plan({ tournament, settlement }: PlanProps) {
  const { kind, pool, platformFee, entries, payouts, state } = settlement;
  const amount = (value: number | null) => (value === null ? "–" : <Money amount={value} />);
  // What the pool still holds is what was not paid yet.
  const paid = state === "done" ? 1 : pool ? 1 - tournament.prizePool / pool : 0;
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
