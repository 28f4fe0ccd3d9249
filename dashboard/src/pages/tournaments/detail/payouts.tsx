import { Group, Loader, Stack, Text, Title } from "@mantine/core";
import type { Payout, RankPrize, Settlement } from "../../../api/schema.d.ts";
import { Fine, Hint, Strong } from "../../../components/inline.tsx";
import { QueryView, Section } from "../../../components/page.tsx";
import * as column from "../../../components/tables/columns.tsx";
import type { Column } from "../../../components/tables/data-table.tsx";
import { VirtualTable } from "../../../components/tables/virtual-table.tsx";
import { Figure, Figures, Money, StateMark } from "../../../components/values.tsx";
import { isSettled } from "../lifecycle.ts";
import { entriesText } from "../texts.ts";
import { type Preview, usePayouts, usePreview } from "../queries.ts";

export function Payouts({ settlement }: { settlement: Settlement }) {
  const all = usePayouts(!isSettled(settlement));
  const word = settlement.kind === "refund" ? "Refunds" : "Payouts";
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {word}
        </Title>
        {all.isReading && <Loader size={14} aria-label="Loading more" />}
      </Group>
      <QueryView query={all.query}>
        {(payouts) =>
          payouts.length === 0 ? (
            <Hint>
              {settlement.state === "planning"
                ? "The payout plan is being created."
                : "No payments were due."}
            </Hint>
          ) : (
            <VirtualTable
              label={word}
              columns={COLUMNS[settlement.kind].paid}
              rows={payouts}
              keyOf={({ entry }) => entry}
              onEnd={all.readMore}
            />
          )
        }
      </QueryView>
    </section>
  );
}

const RANK = column.number("Rank", "48px", ({ rank }: { rank: number | null }) => rank, {
  none: "",
});

const DUE_COLUMNS: readonly Column<Payout>[] = [
  column.gamer("minmax(96px, 2fr)"),
  column.money("Amount", "minmax(84px, 1fr)", ({ amount }) => amount),
];

const PAID_COLUMNS: readonly Column<Payout>[] = [
  ...DUE_COLUMNS,
  {
    head: "State",
    width: "minmax(80px, 1fr)",
    cell: ({ paidAt }) => <StateMark state={paidAt === null ? "waiting" : "paid"} />,
  },
  column.time("Paid at", ({ paidAt }) => paidAt, { seconds: true }),
  {
    head: "Transaction",
    width: "minmax(120px, 1fr)",
    from: "sm",
    cell: ({ transaction }) => (
      <Text span ff="monospace" size="xs" title={transaction}>
        {transaction}
      </Text>
    ),
  },
];

const COLUMNS = {
  payout: { due: [RANK, ...DUE_COLUMNS], paid: [RANK, ...PAID_COLUMNS] },
  refund: { due: DUE_COLUMNS, paid: PAID_COLUMNS },
};

export const PreviewOfSettlement = () => (
  <QueryView query={usePreview()}>
    {(preview) => preview && <SettlementPreview preview={preview} />}
  </QueryView>
);

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
        {prizes.length > 0 && (
          <VirtualTable
            label="Prizes"
            columns={PRIZE_COLUMNS}
            rows={prizes}
            keyOf={({ rank }) => String(rank)}
          />
        )}
        {payouts.length > 0 && <FirstPayouts preview={preview} />}
        {entries === 0 && <Hint>No gamers have joined yet.</Hint>}
      </Stack>
    </Section>
  );
}

const PRIZE_COLUMNS: Column<RankPrize>[] = [
  RANK,
  column.number("Entries", "minmax(84px, 1fr)", ({ entries }) => entries),
  column.money("Prize each", "minmax(96px, 1fr)", ({ each }) => each),
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
        return <Strong fw={550}>No payouts. Every entry fee would be refunded.</Strong>;
      if (preview.payouts.length === 0) return <Strong fw={550}>No payouts.</Strong>;
      return <FirstPayouts preview={preview} handles={handles} />;
    }}
  </QueryView>
);

function FirstPayouts({ preview, handles }: { preview: Preview; handles?: readonly string[] }) {
  const { kind, payouts, nextCursor } = preview;
  const word = kind === "refund" ? "refunds" : "payouts";
  return (
    <div>
      <VirtualTable
        label={nextCursor === null ? `All ${word}` : `First ${word}`}
        columns={COLUMNS[kind].due}
        rows={payouts}
        keyOf={({ entry }) => entry}
        isMarked={({ gamerHandle }) => handles?.includes(gamerHandle) === true}
      />
      {nextCursor !== null && (
        <Fine mt="xs">
          This list shows the first {payouts.length.toLocaleString()} {word}.
        </Fine>
      )}
    </div>
  );
}
