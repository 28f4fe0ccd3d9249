import { Stack, Text } from "@mantine/core";
import type { RankPrize } from "../../../../api/types.ts";
import { Figure, Figures } from "../../../../components/values/figures.tsx";
import { Money } from "../../../../components/values/money.tsx";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { Section } from "../../../../components/page/section.tsx";
import { VirtualTable, type Column } from "../../../../components/tables/virtual-table.tsx";
import { entriesText } from "../../entries-text.ts";
import { FirstPayouts } from "./first-payouts.tsx";
import { usePreview, type Preview } from "./reads.ts";

/** What a published tournament would pay if it ended now. */
export function PreviewOfSettlement({ tournamentId }: { tournamentId: string }) {
  const query = usePreview(tournamentId);
  return <QueryView query={query}>{(preview) => preview && <Shown preview={preview} />}</QueryView>;
}

function Shown({ preview }: { preview: Preview }) {
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
