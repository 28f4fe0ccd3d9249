import { Group, NativeSelect, Skeleton, Stack, Table, Text } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Ledger, LedgerAccount } from "../../api/types.ts";
import type { Cell } from "../../components/csv.ts";
import { ExportCsv } from "../../components/export-csv.tsx";
import { IconCircleCheck, IconCircleX } from "../../components/icons.ts";
import { PageHeader, Section } from "../../components/page/page.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { BY_NAME, Pager } from "../../components/tables/pager.tsx";
import links from "../../components/tables/row-link.module.css";
import { formatMoney, toDecimal } from "../../components/values/amount.ts";
import { Figure, Figures, Money } from "../../components/values/figures.tsx";
import { Time } from "../../components/values/time.tsx";
import { type Environment, pathIn, useEnvironment } from "../../environment.ts";
import { type AccountKind, accountSearch, KINDS } from "./accounts.ts";
import { type Owner, readAccounts, useAccounts, useLedger, useOwners } from "./queries.ts";

export function LedgerPage() {
  const ledger = useLedger();
  return (
    <>
      <PageHeader
        title="Ledger"
        description="Every transfer moves money from one account to another, so all balances add up to 0. Transfers never change."
      />
      <Stack gap="lg">
        <QueryView query={ledger} lines={1}>
          {(read) => <Sum ledger={read} />}
        </QueryView>
        <Accounts />
      </Stack>
    </>
  );
}

const ALL = [
  { value: "", label: "All accounts" },
  ...Object.entries(KINDS).map(([value, { label }]) => ({ value, label })),
];

function Accounts() {
  const search = useSearch({ from: "/signed-in/g/$gameId/$mode/ledger" });
  const navigate = useNavigate();
  const query = useAccounts(search);
  const { type, cursor } = search;
  const onSearch = (next: Record<string, unknown>) =>
    void navigate({ to: ".", search: accountSearch(next), resetScroll: false });
  const isAll = type === undefined && cursor === undefined;
  return (
    <Section
      title="Accounts"
      description="Each account has a statement with the balance after every transfer."
      action={
        <Group gap="xs">
          <NativeSelect
            aria-label="Kind of account"
            size="xs"
            data={ALL}
            value={type ?? ""}
            onChange={({ currentTarget: { value } }) => onSearch({ type: value })}
          />
          <ExportAccounts type={type} />
        </Group>
      }
    >
      <QueryView query={query}>
        {({ accounts, nextCursor }) => (
          <>
            {accounts.length > 0 ? (
              <AccountTable accounts={accounts} />
            ) : (
              <Text size="sm" c="dimmed">
                No accounts of this kind yet. Accounts appear here after their first transfer.
              </Text>
            )}
            {isAll && accounts.length === 1 && accounts[0]?.balance === 0 && (
              <Text size="sm" c="dimmed">
                No transfers yet. The first entry fee or deposit opens more accounts, which appear
                here with their statements.
              </Text>
            )}
            <Pager
              order={BY_NAME}
              cursor={cursor}
              nextCursor={nextCursor}
              onCursor={(next) => onSearch({ type, cursor: next })}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Sum({ ledger: { accounts, sum } }: { ledger: Ledger }) {
  const { game } = useEnvironment();
  const { creditLimit } = game;
  const byKind = new Map(accounts.map(({ kind, balance }) => [kind, balance]));
  const noteOf = (kind: AccountKind, meaning: string): string => {
    if (kind !== "game" || creditLimit === null) return meaning;
    return `lowest allowed balance: ${formatMoney(-creditLimit, game)}`;
  };
  const isZero = sum === 0;
  return (
    <Figures isSix>
      {Object.entries(KINDS).map(([kind, { label, meaning }]) => (
        <Figure
          key={kind}
          label={label}
          value={<Money amount={byKind.get(kind as AccountKind) ?? 0} />}
          note={noteOf(kind as AccountKind, meaning)}
        />
      ))}
      <Figure
        label="Sum"
        value={<Money amount={sum} />}
        note={
          <Group gap={4} wrap="nowrap" c={isZero ? "var(--mantine-color-teal-light-color)" : "red"}>
            {isZero ? <IconCircleCheck size={14} /> : <IconCircleX size={14} />}
            {isZero ? "the ledger balances" : "not 0: contact the operator"}
          </Group>
        }
      />
    </Figures>
  );
}

function AccountTable({ accounts }: { accounts: readonly LedgerAccount[] }) {
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

const PAGE = 1_000;
const HEAD = ["account", "kind", "owner", "balance", "currency", "opened", "closed"];

function ExportAccounts({ type }: { type: AccountKind | undefined }) {
  const environment = useEnvironment();
  return (
    <ExportCsv
      name={`accounts-${environment.mode}.csv`}
      head={HEAD}
      read={(cursor) =>
        readAccounts(environment, { limit: PAGE, ...(type && { type }), ...(cursor && { cursor }) })
      }
      rowsOf={({ accounts }) => accounts.map((account) => rowOf(account, environment))}
    />
  );
}

const rowOf = (account: LedgerAccount, { game }: Environment): Cell[] => {
  const { id, kind, owner, balance, currency, createdAt, closedAt } = account;
  const decimal = toDecimal(balance, game.currencyDecimals);
  return [id, kind, owner, { decimal }, currency, createdAt, closedAt];
};
