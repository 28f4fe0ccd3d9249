import { Button, Group, Title } from "@mantine/core";
import { useMemo } from "react";
import type { StatementLine, Tournament } from "../../../../api/types.ts";
import { IconDownload } from "../../../../components/icons.ts";
import { csvOf, saveCsv } from "../../../../components/export/csv.ts";
import { formatMoney, fromMinor, type Currency } from "../../../../components/values/amount.ts";
import { PlainTime } from "../../../../components/values/time.tsx";
import { TRANSFER_KINDS } from "../../../../components/transactions/transfer-kinds.ts";
import { VirtualTable, type Column } from "../../../../components/tables/virtual-table.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { withBalance, type RunningLine } from "./flow.ts";
import { SealMark } from "./seal-mark.tsx";
import type { useStatement } from "./reads.ts";

interface StatementProps {
  tournament: Tournament;
  lines: readonly StatementLine[];
  pages: NonNullable<ReturnType<typeof useStatement>["pages"]>;
  isWhole: boolean;
}

/** Every movement of a pool with the balance after it, newest first. */
export function Statement({ tournament, lines, pages, isWhole }: StatementProps) {
  const { id } = tournament;
  const { game } = useEnvironment();
  const oldestFirst = useMemo(() => withBalance(lines), [lines]);
  const rows = useMemo(() => oldestFirst.toReversed(), [oldestFirst]);
  const columns = useMemo(() => lineColumns(game), [game]);
  return (
    <section>
      <Group justify="space-between" mb="sm" gap="sm">
        <Group gap="sm">
          <Title order={2} size="h5">
            Statement
          </Title>
          {isWhole && <SealMark pages={pages} />}
        </Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          disabled={!isWhole}
          onClick={() => saveCsv(`statement-${id}.csv`, statementCsv(oldestFirst, game))}
        >
          Export CSV
        </Button>
      </Group>
      <VirtualTable
        label="Statement"
        columns={columns}
        rows={rows}
        keyOf={({ transaction }) => transaction}
      />
    </section>
  );
}

const statementCsv = (lines: readonly RunningLine[], game: Currency): string =>
  csvOf(
    ["transaction", "time", "kind", "amount", "balance after", "currency", "seal"],
    lines.map(({ transaction, createdAt, kind, minor, balanceAfter, seal }) => [
      transaction,
      createdAt,
      kind,
      { decimal: fromMinor(minor, game.currencyDecimals) },
      { decimal: fromMinor(balanceAfter, game.currencyDecimals) },
      game.currency,
      seal,
    ]),
  );

const lineColumns = (game: Currency): Column<RunningLine>[] => [
  {
    key: "kind",
    head: "Kind",
    width: "minmax(84px, 1fr)",
    cell: ({ kind }) => TRANSFER_KINDS[kind],
  },
  {
    key: "time",
    head: "Time",
    width: "minmax(186px, 1fr)",
    isExtra: true,
    cell: ({ createdAt }) => <PlainTime at={createdAt} seconds />,
  },
  {
    key: "seal",
    head: "Seal",
    width: "64px",
    isNumber: true,
    isExtra: true,
    cell: ({ seal }) => seal.toLocaleString(),
  },
  {
    key: "amount",
    head: "Amount",
    width: "minmax(84px, 1fr)",
    isNumber: true,
    cell: ({ amount }) => formatMoney(amount, game, { signed: true }),
  },
  {
    key: "balance",
    head: "Balance",
    width: "minmax(84px, 1fr)",
    isNumber: true,
    cell: ({ balanceAfter }) => formatMoney(fromMinor(balanceAfter, game.currencyDecimals), game),
  },
];
