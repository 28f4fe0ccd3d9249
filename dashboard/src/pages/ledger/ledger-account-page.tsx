import { Badge, Stack } from "@mantine/core";
import { useParams, useSearch } from "@tanstack/react-router";
import { pageReader } from "../../api/pages.ts";
import type { LedgerAccount } from "../../api/schema.d.ts";
import { CopyableId } from "../../components/details.tsx";
import { PageHeader } from "../../components/page.tsx";
import { PageButton } from "../../components/route-link.tsx";
import { Statement } from "../../components/transactions.tsx";
import { Figure, Figures, Money, TimeFigure } from "../../components/values.tsx";
import { useEnvironment, useList } from "../../environment.ts";
import { KINDS, useAccount, useOwners } from "./queries.ts";

const FROM = "/signed-in/g/$gameId/$mode/ledger/$accountId";
const TRANSACTIONS = "/ledger/accounts/{accountId}/transactions";

export default function LedgerAccountPage() {
  const { accountId } = useParams({ from: FROM });
  const { cursor } = useSearch({ from: FROM });
  const environment = useEnvironment();
  const account = useAccount(accountId).data ?? undefined;
  const owner = useOwners(account ? [account] : [])(account);
  return (
    <>
      <PageHeader
        title={owner.name ?? "Account"}
        above={{ label: "Ledger", page: "ledger" }}
        mark={account && <Badge color="gray">{KINDS[account.kind].one}</Badge>}
        description={<CopyableId id={accountId} label="Copy account ID" />}
        actions={
          owner.page && (
            <PageButton page={owner.page} variant="default">
              {account?.kind === "gamers" ? "Open gamer" : "Open tournament"}
            </PageButton>
          )
        }
      />
      <Stack gap="lg">
        {account && <Balance account={account} />}
        <Statement
          title="Statement"
          description="All transfers of this account with the balance after each, newest first."
          empty="No transfers yet. Transfers of this account appear here."
          query={useList(TRANSACTIONS, { accountId, cursor })}
          file={`account-${accountId}.csv`}
          read={pageReader(environment, TRANSACTIONS, { accountId }, 1_000)}
        />
      </Stack>
    </>
  );
}

function Balance({ account }: { account: LedgerAccount }) {
  const { id, createdAt, closedAt } = account;
  // `account.balance` can be outdated. The newest transaction has the current balance.
  const newest = useList(TRANSACTIONS, { accountId: id }).data?.transactions[0]?.balanceAfter;
  return (
    <Figures>
      <Figure label="Balance" value={<Money amount={newest ?? account.balance} />} />
      <TimeFigure label="Opened" at={createdAt} />
      {closedAt !== null && <TimeFigure label="Closed" at={closedAt} />}
    </Figures>
  );
}
