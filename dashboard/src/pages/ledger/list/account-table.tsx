import { Skeleton, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { LedgerAccount } from "../../../api/types.ts";
import { Money } from "../../../components/values/money.tsx";
import links from "../../../components/tables/row-link.module.css";
import { Time } from "../../../components/values/time.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { KINDS } from "../kinds.ts";
import { useOwners, type Owner } from "../owners.ts";

/** Accounts, one a row. */
export function AccountTable({ accounts }: { accounts: readonly LedgerAccount[] }) {
  const ownerOf = useOwners(accounts);
  return (
    <Table.ScrollContainer minWidth={260} type="native">
      <Table aria-label="Accounts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account</Table.Th>
            <Table.Th visibleFrom="sm">Kind</Table.Th>
            <Table.Th visibleFrom="md">Opened</Table.Th>
            <Table.Th ta="right">Balance</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} owner={ownerOf(account)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function AccountRow({ account, owner }: { account: LedgerAccount; owner: Owner }) {
  const environment = useEnvironment();
  const { id, kind, balance, createdAt, closedAt } = account;
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <Link to={pathIn(environment, `ledger/${id}`)} className={links["link"] ?? ""}>
          {owner.isPending ? <Skeleton height={14} width={96} /> : (owner.name ?? account.owner)}
        </Link>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {KINDS[kind].one}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {KINDS[kind].one}
        {closedAt !== null && (
          <Text component="span" inherit c="dimmed">
            , closed
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Time at={createdAt} />
      </Table.Td>
      <Table.Td ta="right">
        <Money amount={balance} />
      </Table.Td>
    </Table.Tr>
  );
}
