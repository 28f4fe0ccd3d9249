import { Text } from "@mantine/core";
import { useMemo } from "react";
import type { Payout } from "../../../../api/types.ts";
import { GamerLink } from "../../../../components/entries/gamer-link.tsx";
import { Money } from "../../../../components/values/money.tsx";
import { VirtualTable, type Column } from "../../../../components/tables/virtual-table.tsx";
import { useEnvironment, type Environment } from "../../../../environment.ts";
import type { Preview } from "./reads.ts";

interface FirstPayoutsProps {
  preview: Preview;
  /** Gamers to be found at a glance. */
  handles?: readonly string[];
}

/** The first payouts, or refunds, of a settlement that has not begun. */
export function FirstPayouts({ preview, handles }: FirstPayoutsProps) {
  const environment = useEnvironment();
  const { kind, payouts, nextCursor } = preview;
  const columns = useMemo(() => payoutColumns(environment, kind), [environment, kind]);
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

const payoutColumns = (environment: Environment, kind: Preview["kind"]): Column<Payout>[] => [
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

const RANK: Column<Payout> = {
  key: "rank",
  head: "Rank",
  width: "48px",
  isNumber: true,
  cell: ({ rank }) => rank?.toLocaleString() ?? "",
};
