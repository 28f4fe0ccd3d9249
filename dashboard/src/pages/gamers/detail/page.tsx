import { Button, Group, Stack, Text } from "@mantine/core";
import { useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { isProblem } from "../../../api/problem.ts";
import type { Gamer, Wallet } from "../../../api/types.ts";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { ExportTransactions } from "../../../components/transactions/export-transactions.tsx";
import { Figure, Figures } from "../../../components/values/figures.tsx";
import { Metadata } from "../../../components/details/metadata.tsx";
import { Money } from "../../../components/values/money.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { Section } from "../../../components/page/section.tsx";
import { Time } from "../../../components/values/time.tsx";
import { TransactionsPage } from "../../../components/transactions/transactions-page.tsx";
import { may, pathIn, useEnvironment } from "../../../environment.ts";
import { MoveMoney } from "./move-money.tsx";
import { Joined } from "./joined.tsx";
import { UnknownGamer } from "./unknown-gamer.tsx";
import { readTransactions, useGamer, useTransactions, useWallet } from "./reads.ts";

const FROM = "/signed-in/g/$gameId/$mode/gamers/$handle";
const EXPORT_PAGE = 1_000;

/** A gamer: who it is, what the wallet holds, and what moved through it. */
export function GamerPage() {
  const environment = useEnvironment();
  const { game } = environment;
  const { handle } = useParams({ from: FROM });
  const gamer = useGamer(handle);
  const wallet = useWallet(handle, gamer.data !== undefined);
  if (isProblem(gamer.error, "gamer_not_found")) return <UnknownGamer handle={handle} />;
  return (
    <>
      <PageHeader
        title={handle}
        above={{ label: "Gamers", to: pathIn(environment, "gamers") }}
        description={gamer.data && <GamerId gamer={gamer.data} />}
        actions={wallet.data && <Moves wallet={wallet.data} />}
      />
      <QueryView query={gamer}>
        {({ createdAt, metadata }) => (
          <Stack gap="lg">
            <QueryView query={wallet} lines={1}>
              {({ balance }) => (
                <Figures>
                  <Figure
                    label="Wallet"
                    value={<Money amount={balance} />}
                    note={
                      game.payer === "wallet"
                        ? "available for entry fees and withdrawals"
                        : "available for withdrawals (the game pays entry fees)"
                    }
                  />
                  <Figure
                    label="First seen"
                    value={<Time at={createdAt} relative />}
                    note={<Time at={createdAt} />}
                  />
                </Figures>
              )}
            </QueryView>
            <Metadata metadata={metadata} />
            <Joined handle={handle} />
            <Statement handle={handle} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}

const GamerId = ({ gamer: { id, displayName } }: { gamer: Gamer }) => (
  <>
    {displayName !== undefined && <div>{displayName}</div>}
    <Group gap={4} wrap="nowrap">
      <Text ff="monospace" size="xs" truncate>
        {id}
      </Text>
      <CopyButton value={id} label="Copy gamer ID" />
    </Group>
  </>
);

function Moves({ wallet }: { wallet: Wallet }) {
  const environment = useEnvironment();
  const [open, setOpen] = useState<"deposit" | "withdraw">();
  if (!may(environment, "wallets:write")) return null;
  return (
    <>
      <Button variant="default" disabled={wallet.balance <= 0} onClick={() => setOpen("withdraw")}>
        Withdraw money
      </Button>
      <Button onClick={() => setOpen("deposit")}>Deposit money</Button>
      {open && <MoveMoney way={open} wallet={wallet} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Statement({ handle }: { handle: string }) {
  const environment = useEnvironment();
  const { cursor } = useSearch({ from: FROM });
  const query = useTransactions(handle, cursor);
  return (
    <QueryView query={query}>
      {(found) => (
        <Section
          title="Transactions"
          description="All transactions of the wallet, newest first."
          action={
            found.transactions.length > 0 && (
              <ExportTransactions
                name={`wallet-${handle}.csv`}
                read={(page) =>
                  readTransactions(environment, handle, {
                    limit: EXPORT_PAGE,
                    ...(page !== undefined && { cursor: page }),
                  })
                }
              />
            )
          }
        >
          <TransactionsPage
            page={found}
            cursor={cursor}
            empty="No transactions yet. Deposits, prizes and refunds appear here."
          />
        </Section>
      )}
    </QueryView>
  );
}
