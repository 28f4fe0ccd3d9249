import { Alert, Badge, Group, Loader, Stack, Text, Title, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useMemo } from "react";
import type { StatementLine, Tournament } from "../../../api/types.ts";
import { CopyButton } from "../../../components/code.tsx";
import { toCsv, saveCsv } from "../../../components/csv.ts";
import { ExportButton } from "../../../components/export-csv.tsx";
import { IconCircleCheck, IconCircleX, IconCoins } from "../../../components/icons.ts";
import { EmptyState, QueryView, Section } from "../../../components/page.tsx";
import type { Column } from "../../../components/tables/data-table.tsx";
import {
  numberColumn,
  timeColumn,
  VirtualTable,
} from "../../../components/tables/virtual-table.tsx";
import { Fine, Hint } from "../../../components/text.tsx";
import { TRANSFER_KINDS } from "../../../components/transactions.tsx";
import {
  type Currency,
  formatMoney,
  formatPercent,
  fromMinor,
} from "../../../components/values/amount.ts";
import { Money } from "../../../components/values/figures.tsx";
import { useEnvironment } from "../../../environment.ts";
import { ordinal, toPercentages } from "../texts.ts";
import { MoneyFlow } from "./money-flow.tsx";
import classes from "./money.module.css";
import { useStatement } from "./queries.ts";
import {
  type Flow,
  toFlow,
  isBalanced,
  type RunningLine,
  verify,
  withBalance,
} from "./statement.ts";

export function MoneyTab({ tournament }: { tournament: Tournament }) {
  const statement = useStatement(tournament);
  return (
    <QueryView query={{ ...statement.query, data: statement.lines }} lines={6}>
      {(lines) =>
        lines.length === 0 ? (
          <NothingMoved tournament={tournament} />
        ) : (
          <Stack gap="lg">
            <Whole tournament={tournament} lines={lines} statement={statement} />
            <Statement tournament={tournament} lines={lines} statement={statement} />
          </Stack>
        )
      }
    </QueryView>
  );
}

interface LinesProps {
  tournament: Tournament;
  lines: readonly StatementLine[];
  statement: ReturnType<typeof useStatement>;
}

/** Shows the totals, which need all lines. */
function Whole({ tournament, lines, statement: { isWhole, isReading } }: LinesProps) {
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
      <MoneyFlow tournament={tournament} flow={flow} />
    </Section>
  );
}

function NothingMoved({ tournament: { prizeSplit, entryFee } }: { tournament: Tournament }) {
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
  const { currencyDecimals } = useEnvironment().game;
  const term = (minor: bigint): ReactNode => <Money amount={fromMinor(minor, currencyDecimals)} />;
  const terms = [
    { name: "payouts", minor: payouts },
    { name: "platform fee", minor: platformFee },
    { name: "refunds", minor: refunds },
    { name: "in the pool", minor: left },
  ];
  // Refunds of 0 are shown. A pool of 0 is hidden.
  const shown = terms.filter(({ name, minor }) => name !== "in the pool" || minor !== 0n);
  const holds = isBalanced(flow);
  return (
    <div>
      <div className={classes["equation"]} role="group" aria-label="Equation">
        <Term name="entry fees">{term(fees)}</Term>
        {shown.map(({ name, minor }, index) => (
          <Fragment key={name}>
            <span className={classes["sign"]}>{index > 0 ? "+" : holds ? "=" : "≠"}</span>
            <Term name={name}>{term(minor)}</Term>
          </Fragment>
        ))}
      </div>
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

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className={classes["term"]}>
    <Text component="span" fw={620} size="lg">
      {children}
    </Text>
    <Fine>{name}</Fine>
  </span>
);

function Statement({ tournament: { id }, lines, statement: { isWhole, pages } }: LinesProps) {
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
          {isWhole && pages && <SealMark pages={pages} />}
        </Group>
        <ExportButton
          disabled={!isWhole}
          onClick={() => saveCsv(`statement-${id}.csv`, statementCsv(oldestFirst, game))}
        />
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
  toCsv(
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
  { head: "Kind", width: "minmax(84px, 1fr)", cell: ({ kind }) => TRANSFER_KINDS[kind] },
  timeColumn("Time", ({ createdAt }) => createdAt, { width: "minmax(186px, 1fr)", seconds: true }),
  numberColumn("Seal", "64px", ({ seal }) => seal, { from: "sm" }),
  {
    head: "Amount",
    width: "minmax(84px, 1fr)",
    isNumber: true,
    cell: ({ amount }) => formatMoney(amount, game, { signed: true }),
  },
  {
    head: "Balance",
    width: "minmax(84px, 1fr)",
    isNumber: true,
    cell: ({ balanceAfter }) => formatMoney(fromMinor(balanceAfter, game.currencyDecimals), game),
  },
];

/** Verifies the seals of a statement in the browser. */
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
