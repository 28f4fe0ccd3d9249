import { Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useMemo } from "react";
import type { Payout, RankPrize, Settlement, Tournament } from "../../../api/types.ts";
import { GamerLink } from "../../../components/entries.tsx";
import { Section } from "../../../components/page/page.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { Marked } from "../../../components/tables/marks.tsx";
import { type Column, VirtualTable } from "../../../components/tables/virtual-table.tsx";
import { Figure, Figures, Money } from "../../../components/values/figures.tsx";
import { PlainTime } from "../../../components/values/time.tsx";
import { type Environment, useEnvironment } from "../../../environment.ts";
import { isSettled } from "../lifecycle.ts";
import { entriesText } from "../texts.ts";
import { type Preview, usePayouts, usePreview } from "./queries.ts";

interface PayoutsProps {
  tournament: Tournament;
  settlement: Settlement;
}

export function Payouts({ tournament, settlement }: PayoutsProps) {
  const environment = useEnvironment();
  const all = usePayouts(tournament.id, !isSettled(settlement));
  const columns = useMemo(
    () => [...payoutColumns(environment, settlement), ...PAYMENT_COLUMNS],
    [environment, settlement],
  );
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

const payoutColumns = (
  environment: Environment,
  { kind }: Pick<Settlement, "kind">,
): Column<Payout>[] => [
  ...(kind === "refund" ? [] : [RANK]),
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
];

const PAYMENT_COLUMNS: readonly Column<Payout>[] = [
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

export function PreviewOfSettlement({ tournamentId }: { tournamentId: string }) {
  const query = usePreview(tournamentId);
  return (
    <QueryView query={query}>
      {(preview) => preview && <SettlementPreview preview={preview} />}
    </QueryView>
  );
}

function SettlementPreview({ preview }: { preview: Preview }) {
  const { kind, pool, platformFee, entries, prizes, payouts } = preview;
  const isRefund = kind === "refund";
  return (
    <Section
      title="Settlement preview"
      description={
        isRefund
          ? "If the tournament ended now, every entry fee would be refunded. The tournament has too few entries, or no gamer could win."
          : "This preview shows the payouts if the tournament ended now. The payouts change with the ranking and the pool."
      }
    >
      <Stack gap="md">
        <Figures>
          <Figure
            label={isRefund ? "To refund" : "Pool"}
            value={<Money amount={pool} />}
            note={`from ${entriesText(entries)}`}
          />
          <Figure label="Platform fee" value={<Money amount={platformFee} />} />
        </Figures>
        {prizes.length > 0 && <Prizes prizes={prizes} />}
        {payouts.length > 0 && <FirstPayouts preview={preview} />}
        {entries === 0 && (
          <Text size="sm" c="dimmed">
            No gamers have joined yet.
          </Text>
        )}
      </Stack>
    </Section>
  );
}

const Prizes = ({ prizes }: Pick<Preview, "prizes">) => (
  <VirtualTable
    label="Prizes"
    columns={PRIZE_COLUMNS}
    rows={prizes}
    keyOf={({ rank }) => String(rank)}
  />
);

const PRIZE_COLUMNS: Column<RankPrize>[] = [
  {
    key: "rank",
    head: "Rank",
    width: "48px",
    isNumber: true,
    cell: ({ rank }) => rank.toLocaleString(),
  },
  {
    key: "entries",
    head: "Entries",
    width: "minmax(84px, 1fr)",
    isNumber: true,
    cell: ({ entries }) => entries.toLocaleString(),
  },
  {
    key: "each",
    head: "Prize each",
    width: "minmax(96px, 1fr)",
    isNumber: true,
    cell: ({ each }) => <Money amount={each} />,
  },
];

interface WouldBePaidProps {
  query: ReturnType<typeof usePreview>;
  handles: readonly string[];
}

export const WouldBePaid = ({ query, handles }: WouldBePaidProps) => (
  <QueryView query={query} lines={3}>
    {(preview) => {
      if (preview === null) return null;
      if (preview.kind === "refund")
        return (
          <Text size="sm" fw={550}>
            No payouts. Every entry fee would be refunded.
          </Text>
        );
      if (preview.payouts.length === 0)
        return (
          <Text size="sm" fw={550}>
            No payouts.
          </Text>
        );
      return <FirstPayouts preview={preview} handles={handles} />;
    }}
  </QueryView>
);

interface FirstPayoutsProps {
  preview: Preview;
  handles?: readonly string[];
}

function FirstPayouts({ preview, handles }: FirstPayoutsProps) {
  const environment = useEnvironment();
  const { kind, payouts, nextCursor } = preview;
  const columns = useMemo(() => payoutColumns(environment, { kind }), [environment, kind]);
  const word = kind === "refund" ? "refunds" : "payouts";
  return (
    <div>
      <VirtualTable
        label={nextCursor === null ? `All ${word}` : `First ${word}`}
        columns={columns}
        rows={payouts}
        keyOf={({ entry }) => entry}
        isMarked={({ gamerHandle }) => handles?.includes(gamerHandle) === true}
      />
      {nextCursor !== null && (
        <Text size="xs" c="dimmed" mt="xs">
          This list shows the first {payouts.length.toLocaleString()} {word}.
        </Text>
      )}
    </div>
  );
}
