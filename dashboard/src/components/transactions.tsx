import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Transaction } from "../api/types.ts";
import { pathIn, useEnvironment } from "../layout/environment.ts";
import { Money } from "./money.tsx";
import { Time } from "./time.tsx";
import { useTournamentNames } from "./tournament-names.ts";
import { TRANSFER_KINDS } from "./transfer-kinds.ts";

/** A page of an account's statement, newest first. */
export function Transactions({ transactions }: { transactions: readonly Transaction[] }) {
  const environment = useEnvironment();
  const names = useTournamentNames();
  return (
    <Table.ScrollContainer minWidth={320} type="native">
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
            <Table.Th ta="right">Balance</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.map(
            ({ id, kind, amount, balanceAfter, currency, tournament, createdAt }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  {TRANSFER_KINDS[kind]}
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    <Time at={createdAt} />
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Time at={createdAt} />
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
                      {names?.get(tournament) ?? `…${tournament.slice(-12)}`}
                    </Anchor>
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  <Text
                    component="span"
                    inherit
                    {...(amount > 0 && { c: "var(--mantine-color-teal-light-color)", fw: 550 })}
                  >
                    <Money amount={amount} currency={currency} signed />
                  </Text>
                </Table.Td>
                <Table.Td ta="right">
                  {balanceAfter !== null && <Money amount={balanceAfter} currency={currency} />}
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
