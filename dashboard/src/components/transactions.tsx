import { Anchor, ScrollArea, Table, Text } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Transaction } from "../api/types.ts";
import { pathIn, useEnvironment } from "../environment.ts";
import type { Cell } from "./csv.ts";
import { ExportCsv } from "./export-csv.tsx";
import { useTournamentNames } from "./names.ts";
import { Pager } from "./tables/pager.tsx";
import { toDecimal } from "./values/amount.ts";
import { Money } from "./values/figures.tsx";
import { Time } from "./values/time.tsx";

interface TransactionsPageProps {
  page: { transactions: readonly Transaction[]; nextCursor: string | null };
  cursor: string | undefined;
  empty: string;
}

export function TransactionsPage({ page, cursor, empty }: TransactionsPageProps) {
  const navigate = useNavigate();
  const { transactions, nextCursor } = page;
  return (
    <>
      {transactions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <Transactions transactions={transactions} />
      )}
      <Pager
        cursor={cursor}
        nextCursor={nextCursor}
        onCursor={(next) => {
          const search = next === undefined ? {} : { cursor: next };
          void navigate({ to: ".", search, resetScroll: false });
        }}
      />
    </>
  );
}

function Transactions({ transactions }: { transactions: readonly Transaction[] }) {
  const names = useTournamentNames().data;
  return (
    <ScrollArea tabIndex={0} role="region" aria-label="Transactions">
      <Table
        aria-label="Transactions"
        verticalSpacing={7}
        style={{ fontVariantNumeric: "tabular-nums" }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Kind</Table.Th>
            <Table.Th visibleFrom="sm">Time</Table.Th>
            <Table.Th visibleFrom="sm">Tournament</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Balance
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.map((transaction) => (
            <TransactionRow
              key={transaction.id}
              transaction={transaction}
              tournamentName={names?.get(transaction.tournament ?? "")}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

interface TransactionRowProps {
  transaction: Transaction;
  tournamentName: string | undefined;
}

function TransactionRow({ transaction, tournamentName }: TransactionRowProps) {
  const environment = useEnvironment();
  const { kind, amount, balanceAfter, tournament, createdAt } = transaction;
  return (
    <Table.Tr>
      <Table.Td>
        {TRANSFER_KINDS[kind]}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <Time at={createdAt} seconds />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={createdAt} seconds />
      </Table.Td>
      <Table.Td visibleFrom="sm" maw={280}>
        {tournament !== null && (
          <Anchor
            component={Link}
            to={pathIn(environment, `tournaments/${tournament}`)}
            size="sm"
            display="block"
            truncate
          >
            {tournamentName ?? `…${tournament.slice(-12)}`}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <Text
          component="span"
          inherit
          {...(amount > 0 && { c: "var(--mantine-color-teal-light-color)", fw: 550 })}
        >
          <Money amount={amount} signed />
        </Text>
        {balanceAfter !== null && (
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            balance <Money amount={balanceAfter} />
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {balanceAfter !== null && <Money amount={balanceAfter} />}
      </Table.Td>
    </Table.Tr>
  );
}

export const TRANSFER_KINDS: Readonly<Record<Transaction["kind"], string>> = {
  deposit: "Deposit",
  withdrawal: "Withdrawal",
  entry_fee: "Entry fee",
  payout: "Payout",
  platform_fee: "Platform fee",
  refund: "Refund",
};

interface TransactionPage {
  transactions: readonly Transaction[];
  nextCursor: string | null;
}

interface ExportTransactionsProps {
  name: string;
  read: (cursor: string | undefined) => Promise<TransactionPage>;
}

const HEAD = ["transaction", "time", "kind", "amount", "balance after", "currency", "tournament"];

export function ExportTransactions({ name, read }: ExportTransactionsProps) {
  const { currencyDecimals } = useEnvironment().game;
  return (
    <ExportCsv
      name={name}
      head={HEAD}
      read={read}
      rowsOf={({ transactions }) => transactions.map((each) => rowOf(each, currencyDecimals))}
    />
  );
}

const rowOf = (transaction: Transaction, decimals: number): Cell[] => {
  const { id, createdAt, kind, amount, balanceAfter, currency, tournament } = transaction;
  const balance = balanceAfter === null ? null : { decimal: toDecimal(balanceAfter, decimals) };
  const moved = { decimal: toDecimal(amount, decimals) };
  return [id, createdAt, kind, moved, balance, currency, tournament];
};
