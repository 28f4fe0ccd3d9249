import { Alert, Badge, Group, Loader, Stack, Text, Title, Tooltip } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconCoins } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useMemo } from "react";
import type { StatementLine } from "../../../api/schema.d.ts";
import { type Currency, formatPercent, toDecimal } from "../../../components/amount.ts";
import { ExportButton, saveCsv, toCsv } from "../../../components/export-csv.tsx";
import { CopyButton, Fine, Hint } from "../../../components/inline.tsx";
import { EmptyState, QueryView, Section } from "../../../components/page.tsx";
import * as column from "../../../components/tables/columns.tsx";
import type { Column } from "../../../components/tables/data-table.tsx";
import { VirtualTable } from "../../../components/tables/virtual-table.tsx";
import { Money, toLabel } from "../../../components/values.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useStatement, useTournament } from "../queries.ts";
import { ordinal, toPercentages } from "../texts.ts";
import { MoneyFlow } from "./money-flow.tsx";
import {
  type Flow,
  isBalanced,
  type RunningLine,
  toFlow,
  verify,
  withBalance,
} from "./statement.ts";

export function MoneyTab() {
  const statement = useStatement();
  return (
    <QueryView
      query={statement.query}
      lines={6}
      empty={statement.rows?.length === 0 && <NothingMoved />}
    >
      {(lines) => (
        <Stack gap="lg">
          <Whole lines={lines} />
          <Statement lines={lines} />
        </Stack>
      )}
    </QueryView>
  );
}

function Whole({ lines }: { lines: readonly StatementLine[] }) {
  const { isWhole, isReading } = useStatement();
  const flow = useMemo(() => toFlow(lines), [lines]);
  if (isReading)
    return (
      <Hint role="status">
        <Loader size={14} mr="xs" /> {lines.length.toLocaleString()} transactions loaded
      </Hint>
    );
  if (!isWhole)
    return (
      <Alert variant="default">
        This statement is too long for a browser. To read the whole statement, call{" "}
        <code>GET /tournament/{"{id}"}/statement</code>.
      </Alert>
    );
  return (
    <Section title="Money flow" description="The diagram is calculated from the statement below.">
      <Equation flow={flow} />
      <MoneyFlow flow={flow} />
    </Section>
  );
}

function NothingMoved() {
  const { prizeSplit, entryFee } = useTournament();
  const split =
    prizeSplit.length <= 1
      ? "The winner gets the rest."
      : `The rest is paid by rank: ${toPercentages(prizeSplit)
          .slice(0, 3)
          .map((part, index) => `${ordinal(index + 1)} ${formatPercent(part)}`)
          .join(", ")}${prizeSplit.length > 3 ? ", and so on" : ""}.`;
  return (
    <EmptyState icon={IconCoins} title="No transactions yet">
      {entryFee === 0
        ? "Entries are free, so this tournament has no prize pool."
        : `Each entry fee goes into the prize pool. When the tournament ends, the platform fee is deducted. ${split}`}
    </EmptyState>
  );
}

function Equation({ flow }: { flow: Flow }) {
  const { fees, payouts, platformFee, refunds, left } = flow;
  const terms = [
    { name: "payouts", minor: payouts },
    { name: "platform fee", minor: platformFee },
    { name: "refunds", minor: refunds },
    { name: "in the pool", minor: left },
  ];
  const shown = terms.filter(({ name, minor }) => name !== "in the pool" || minor !== 0n);
  const holds = isBalanced(flow);
  return (
    <div>
      <Group gap="12px 18px" align="stretch" role="group" aria-label="Equation">
        <Term name="entry fees" minor={fees} />
        {shown.map(({ name, minor }, index) => (
          <Fragment key={name}>
            <Text size="lg" c="dimmed" lh="normal">
              {index > 0 ? "+" : holds ? "=" : "≠"}
            </Text>
            <Term name={name} minor={minor} />
          </Fragment>
        ))}
      </Group>
      <Group gap={6} mt="xs" c={holds ? "dimmed" : "red"}>
        {holds ? <IconCircleCheck size={16} /> : <IconCircleX size={16} />}
        <Text size="sm">
          {holds
            ? "The amounts balance exactly."
            : "The amounts do not balance. Contact the operator."}
        </Text>
      </Group>
    </div>
  );
}

const Term = ({ name, minor }: { name: string; minor: bigint }) => (
  <div>
    <Text fw={620} size="lg">
      <Money amount={minor} />
    </Text>
    <Fine>{name}</Fine>
  </div>
);

function Statement({ lines }: { lines: readonly StatementLine[] }) {
  const { isWhole, pages } = useStatement();
  const { game } = useEnvironment();
  const { id } = useTournament();
  const oldestFirst = useMemo(() => withBalance(lines), [lines]);
  const rows = useMemo(() => oldestFirst.toReversed(), [oldestFirst]);
  return (
    <section>
      <Group justify="space-between" mb="sm" gap="sm">
        <Group gap="sm">
          <Title order={2} size="h5">
            Statement
          </Title>
          {isWhole && pages && <SealMark pages={pages} />}
        </Group>
        <ExportButton
          disabled={!isWhole}
          onClick={() => saveCsv(`statement-${id}.csv`, statementCsv(oldestFirst, game))}
        />
      </Group>
      <VirtualTable
        label="Statement"
        columns={LINE_COLUMNS}
        rows={rows}
        keyOf={({ transaction }) => transaction}
      />
    </section>
  );
}

const statementCsv = (lines: readonly RunningLine[], game: Currency): string =>
  toCsv(
    ["transaction", "time", "kind", "amount", "balance after", "currency", "seal"],
    lines.map(({ transaction, createdAt, kind, minor, balanceAfter, seal }) => [
      transaction,
      createdAt,
      kind,
      { decimal: toDecimal(minor, game.currencyDecimals) },
      { decimal: toDecimal(balanceAfter, game.currencyDecimals) },
      game.currency,
      seal,
    ]),
  );

const LINE_COLUMNS: Column<RunningLine>[] = [
  { head: "Kind", width: "minmax(84px, 1fr)", cell: ({ kind }) => toLabel(kind) },
  column.time("Time", ({ createdAt }) => createdAt, { seconds: true }),
  column.number("Seal", "64px", ({ seal }) => seal, { from: "sm" }),
  column.money("Amount", "minmax(84px, 1fr)", ({ amount }) => amount, { signed: true }),
  column.money("Balance", "minmax(84px, 1fr)", ({ balanceAfter }) => balanceAfter),
];

function SealMark({ pages }: { pages: NonNullable<ReturnType<typeof useStatement>["pages"]> }) {
  const account = pages[0]?.account;
  const last = pages.at(-1)?.seals.at(-1);
  const query = useQuery({
    queryKey: [account, "seals", last?.number, last?.digest],
    queryFn: () => verify(pages),
    staleTime: Infinity,
  });
  const verdict = query.data;
  if (verdict === undefined || verdict.state === "unknown") return null;
  if (verdict.state === "broken")
    return (
      <Badge color="red" variant="filled" leftSection={<IconCircleX size={12} />}>
        Seal {verdict.seal} is invalid. Contact the operator.
      </Badge>
    );
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip
        label={`Your browser recomputed all seals, and they match the statement. Keep the last seal to detect later changes: ${verdict.digest}`}
        multiline
        maw={360}
      >
        <Badge color="teal" leftSection={<IconCircleCheck size={12} />}>
          {verdict.seals.toLocaleString()} {verdict.seals === 1 ? "seal" : "seals"} verified
        </Badge>
      </Tooltip>
      <CopyButton value={verdict.digest} label="Copy last seal as proof" />
    </Group>
  );
}
