import { Anchor, ScrollArea, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Transaction } from "../../api/types.ts";
import { pathIn, useEnvironment } from "../../environment.ts";
import { Money } from "../values/money.tsx";
import { Time } from "../values/time.tsx";
import { useTournamentNames } from "../names/tournament-names.ts";
import { TRANSFER_KINDS } from "./transfer-kinds.ts";

/** A page of an account's statement, newest first. */
export function Transactions({ transactions }: { transactions: readonly Transaction[] }) {
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
  /** Undefined while it is not known. */
  tournamentName: string | undefined;
}

/** A line of a statement; where there is little room, the balance stands under the amount. */
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
