import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { pageReader } from "../../api/pages.ts";
import type { Ledger, LedgerAccount } from "../../api/schema.d.ts";
import { formatMoney, toDecimal } from "../../components/amount.ts";
import { ExportCsv } from "../../components/export-csv.tsx";
import { SelectFilter, useFilters } from "../../components/forms/filters.tsx";
import { Hint } from "../../components/inline.tsx";
import { PageHeader, QueryView, Section } from "../../components/page.tsx";
import { RowLink } from "../../components/route-link.tsx";
import { BY_NAME, DataTable, type PagerProps } from "../../components/tables/data-table.tsx";
import { Figure, Figures, Money, Time } from "../../components/values.tsx";
import { useEnvironment, useList, useLive } from "../../environment.ts";
import { accountSearch } from "../../searches.ts";
import { type AccountKind, KINDS, useOwners } from "./queries.ts";

export default function LedgerPage() {
  const ledger = useLive("/ledger", {});
  return (
    <>
      <PageHeader
        title="Ledger"
        description="Every transfer moves money from one account to another, so all balances add up to 0. Transfers never change."
      />
      <Stack gap="lg">
        <QueryView query={ledger} lines={1}>
          {(read) => <Sum ledger={read.ledger} />}
        </QueryView>
        <Accounts />
      </Stack>
    </>
  );
}

const CHOICES = Object.entries(KINDS).map(([value, { label }]) => ({ value, label }));

function Accounts() {
  const { search, isAll, filter, pager } = useFilters(accountSearch, { resetScroll: false });
  const query = useList("/ledger/accounts", { limit: 25, ...search });
  return (
    <Section
      title="Accounts"
      description="Each account has a statement with the balance after every transfer."
      action={
        <Group gap="xs">
          <SelectFilter
            aria-label="Kind of account"
            all="All accounts"
            data={CHOICES}
            {...filter("type")}
          />
          <ExportAccounts type={search.type} />
        </Group>
      }
    >
      <QueryView query={query}>
        {({ accounts, nextCursor }) => (
          <>
            <AccountTable accounts={accounts} pager={{ ...pager, nextCursor, order: BY_NAME }} />
            {isAll && accounts.length === 1 && accounts[0]?.balance === 0 && (
              <Hint>
                No transfers yet. The first entry fee or deposit opens more accounts, which appear
                here with their statements.
              </Hint>
            )}
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

interface AccountTableProps {
  accounts: readonly LedgerAccount[];
  pager: PagerProps;
}

function AccountTable({ accounts, pager }: AccountTableProps) {
  const ownerOf = useOwners(accounts);
  return (
    <DataTable
      label="Accounts"
      empty={
        <Hint>No accounts of this kind yet. Accounts appear here after their first transfer.</Hint>
      }
      rows={accounts}
      keyOf={({ id }) => id}
      pager={pager}
      columns={[
        {
          head: "Account",
          cell: (account) => {
            const { name, isPending } = ownerOf(account);
            return (
              <RowLink page={`ledger/${account.id}`} preload="intent">
                {isPending ? <Skeleton height={14} width={96} /> : (name ?? account.owner)}
              </RowLink>
            );
          },
          narrow: ({ kind }) => KINDS[kind].one,
        },
        {
          head: "Kind",
          from: "sm",
          td: { style: { whiteSpace: "nowrap" } },
          cell: ({ kind, closedAt }) => (
            <>
              {KINDS[kind].one}
              {closedAt !== null && (
                <Text component="span" inherit c="dimmed">
                  , closed
                </Text>
              )}
            </>
          ),
        },
        { head: "Opened", from: "md", cell: ({ createdAt }) => <Time at={createdAt} /> },
        { head: "Balance", isNumber: true, cell: ({ balance }) => <Money amount={balance} /> },
      ]}
    />
  );
}

const PAGE = 1_000;
const HEAD = ["account", "kind", "owner", "balance", "currency", "opened", "closed"];

function ExportAccounts({ type }: { type: AccountKind | undefined }) {
  const environment = useEnvironment();
  const { mode, game } = environment;
  const read = pageReader(environment, "/ledger/accounts", { type }, PAGE);
  return (
    <ExportCsv
      name={`accounts-${mode}.csv`}
      head={HEAD}
      read={read}
      rowsOf={({ accounts }) =>
        accounts.map(({ id, kind, owner, balance, currency, createdAt, closedAt }) => {
          const decimal = toDecimal(balance, game.currencyDecimals);
          return [id, kind, owner, { decimal }, currency, createdAt, closedAt];
        })
      }
    />
  );
}
