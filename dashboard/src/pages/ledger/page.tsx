import { Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { content } from "../../api/content.ts";
import { LIVE } from "../../api/live.ts";
import type { GameAccount } from "../../api/types.ts";
import { ExportTransactions } from "../../components/export-transactions.tsx";
import { Figure, Figures } from "../../components/figures.tsx";
import { Money } from "../../components/money.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Pager } from "../../components/pager.tsx";
import { Read } from "../../components/read.tsx";
import { Section } from "../../components/section.tsx";
import { Transactions } from "../../components/transactions.tsx";
import { useEnvironment, type Environment } from "../../layout/environment.ts";

const FROM = "/signed-in/g/$gameId/$mode/ledger";
const EXPORT_PAGE = 1_000;

/** The game's own account, and what moved through it. */
export function LedgerPage() {
  const environment = useEnvironment();
  const account = useQuery({
    queryKey: [environment.id, "account"],
    queryFn: async () => (await content(environment.api.GET("/account"))).account,
    ...LIVE,
  });
  return (
    <>
      <PageHeader
        title="Ledger"
        description="Every movement of money is a transfer from one account to another, made once and never changed."
      />
      <Stack gap="lg">
        <Read query={account} lines={1}>
          {(read) => <Account account={read} />}
        </Read>
        <Statement />
      </Stack>
    </>
  );
}

function Account({ account: { balance, currency, creditLimit } }: { account: GameAccount }) {
  return (
    <Figures>
      <Figure
        label="Account of the game"
        value={<Money amount={balance} currency={currency} />}
        note={balance < 0 ? "what the game owes for entry fees" : "what the game has"}
      />
      <Figure
        label="Credit limit"
        value={creditLimit === null ? "None" : <Money amount={creditLimit} currency={currency} />}
        note={
          creditLimit === null
            ? "entry fees are never refused"
            : "beyond it, entry fees are refused"
        }
      />
    </Figures>
  );
}

const readTransactions = ({ api }: Environment, query: { limit?: number; cursor?: string }) =>
  content(api.GET("/account/transactions", { params: { query } }));

function Statement() {
  const environment = useEnvironment();
  const { cursor } = useSearch({ from: FROM });
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: [environment.id, "account", "transactions", cursor],
    queryFn: () => readTransactions(environment, cursor === undefined ? {} : { cursor }),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
  const readPage = (page: string | undefined) =>
    readTransactions(environment, {
      limit: EXPORT_PAGE,
      ...(page !== undefined && { cursor: page }),
    });
  return (
    <Section
      title="Transactions of the game"
      description={
        environment.game.payer === "wallet"
          ? "Gamers pay their entry fees themselves, from their wallets."
          : "Entry fees that the game pays for its gamers, and refunds of them."
      }
      action={
        query.data !== undefined &&
        query.data.transactions.length > 0 && (
          <ExportTransactions name={`ledger-${environment.mode}.csv`} read={readPage} />
        )
      }
    >
      <Read query={query}>
        {({ transactions, nextCursor }) => (
          <>
            {transactions.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nothing has moved yet. The first entry fee will appear here.
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
        )}
      </Read>
    </Section>
  );
}
