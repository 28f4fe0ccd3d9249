import { Group, Loader, Text, Title } from "@mantine/core";
import { useMemo } from "react";
import type { Payout, Settlement, Tournament } from "../../../../api/types.ts";
import { GamerLink } from "../../../../components/entries/gamer-link.tsx";
import { Marked } from "../../../../components/tables/marked.tsx";
import { Money } from "../../../../components/values/money.tsx";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { PlainTime } from "../../../../components/values/time.tsx";
import { VirtualTable, type Column } from "../../../../components/tables/virtual-table.tsx";
import { useEnvironment, type Environment } from "../../../../environment.ts";
import { isSettled } from "../../settling.ts";
import { usePayouts } from "./reads.ts";

interface PayoutsProps {
  tournament: Tournament;
  settlement: Settlement;
}

/** Every payout of a plan, and whether it is paid. */
export function Payouts({ tournament, settlement }: PayoutsProps) {
  const environment = useEnvironment();
  const all = usePayouts(tournament.id, !isSettled(settlement));
  const columns = useMemo(() => payoutColumns(environment, settlement), [environment, settlement]);
  const word = settlement.kind === "refund" ? "Refunds" : "Payouts";
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {word}
        </Title>
        {all.isReading && <Loader size={14} aria-label="Loading more" />}
      </Group>
      <QueryView query={{ ...all.query, data: all.payouts }}>
        {(payouts) =>
          payouts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {settlement.state === "planning"
                ? "The payout plan is being created."
                : "No payments were due."}
            </Text>
          ) : (
            <VirtualTable
              label={word}
              columns={columns}
              rows={payouts}
              keyOf={({ entry }) => entry}
              onEnd={() => {
                if (!all.isWhole && !all.isReading && !all.query.isFetching)
                  void all.query.fetchNextPage();
              }}
            />
          )
        }
      </QueryView>
    </section>
  );
}

const payoutColumns = (environment: Environment, settlement: Settlement): Column<Payout>[] => [
  ...(settlement.kind === "refund" ? [] : [RANK]),
  {
    key: "gamer",
    head: "Gamer",
    width: "minmax(96px, 2fr)",
    cell: ({ gamerHandle }) => <GamerLink environment={environment} handle={gamerHandle} />,
  },
  {
    key: "amount",
    head: "Amount",
    width: "minmax(84px, 1fr)",
    isNumber: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
  {
    key: "state",
    head: "State",
    width: "minmax(80px, 1fr)",
    cell: ({ paidAt }) =>
      paidAt === null ? <Marked color="gray">Waiting</Marked> : <Marked color="teal">Paid</Marked>,
  },
  {
    key: "paid",
    head: "Paid at",
    width: "minmax(170px, 1fr)",
    isExtra: true,
    cell: ({ paidAt }) => paidAt !== null && <PlainTime at={paidAt} seconds />,
  },
  {
    key: "transaction",
    head: "Transaction",
    width: "minmax(120px, 1fr)",
    isExtra: true,
    cell: ({ transaction }) => <code title={transaction}>{transaction}</code>,
  },
];

const RANK: Column<Payout> = {
  key: "rank",
  head: "Rank",
  width: "48px",
  isNumber: true,
  cell: ({ rank }) => rank?.toLocaleString() ?? "",
};
