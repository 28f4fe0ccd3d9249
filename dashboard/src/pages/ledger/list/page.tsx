import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { BY_NAME, Pager } from "../../../components/tables/pager.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { Section } from "../../../components/page/section.tsx";
import { KINDS } from "../kinds.ts";
import { useAccounts, useLedger } from "../reads.ts";
import { accountSearch } from "../search.ts";
import { AccountTable } from "./account-table.tsx";
import { ExportAccounts } from "./export-accounts.tsx";
import { Sum } from "./sum.tsx";

/** All money of an environment: what each kind of account holds, and the accounts one by one. */
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
