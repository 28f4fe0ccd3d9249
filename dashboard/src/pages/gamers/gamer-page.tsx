import { Anchor, Button, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQueries } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { content } from "../../api/client.ts";
import { isProblem } from "../../api/problem.ts";
import type { Entry, Gamer, Tournament, Wallet } from "../../api/types.ts";
import { CopyableId } from "../../components/code.tsx";
import { Metadata } from "../../components/details.tsx";
import { EntryMark, EntryRank } from "../../components/entries.tsx";
import { IconUser } from "../../components/icons.ts";
import { EmptyState, PageHeader, Section } from "../../components/page/page.tsx";
import { ProblemCard, QueryView } from "../../components/page/query-view.tsx";
import { Marked } from "../../components/tables/marks.tsx";
import { Pager } from "../../components/tables/pager.tsx";
import { ExportTransactions, TransactionsPage } from "../../components/transactions.tsx";
import { Figure, Figures, Money } from "../../components/values/figures.tsx";
import { Time } from "../../components/values/time.tsx";
import { may, pathIn, useEnvironment } from "../../environment.ts";
import { MoveMoney } from "./move-money.tsx";
import {
  refreshGamer,
  readTransactions,
  useEntries,
  useGamer,
  useTransactions,
  useWallet,
} from "./queries.ts";

const FROM = "/signed-in/g/$gameId/$mode/gamers/$handle";
const EXPORT_PAGE = 1_000;

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
    <CopyableId id={id} label="Copy gamer ID" />
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

const KNOWN_FOR_MS = 60_000;

function Joined({ handle }: { handle: string }) {
  const [cursor, setCursor] = useState<string>();
  const query = useEntries(handle, cursor);
  return (
    <Section title="Tournaments" description="Tournaments that the gamer joined, newest first.">
      <QueryView query={query} lines={2}>
        {({ entries, nextCursor }) => (
          <>
            {entries.length === 0 ? (
              <Text size="sm" c="dimmed">
                No tournaments yet. Tournaments that the gamer joins appear here.
              </Text>
            ) : (
              <Entries entries={entries} />
            )}
            <Pager cursor={cursor} nextCursor={nextCursor} onCursor={setCursor} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const tournaments = useTournaments(entries);
  const environment = useEnvironment();
  return (
    <Table
      aria-label="Tournaments"
      verticalSpacing={7}
      style={{ fontVariantNumeric: "tabular-nums" }}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Tournament</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="right">Final rank</Table.Th>
          <Table.Th visibleFrom="sm">Joined</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(({ id, tournament, state, rank, provisional, joinedAt }, index) => (
          <Table.Tr key={id}>
            <Table.Td w="100%" maw={0}>
              <Anchor
                component={Link}
                to={pathIn(environment, `tournaments/${tournament}`)}
                size="sm"
                fw={550}
                display="block"
                truncate
              >
                {tournaments[index]?.name ?? `…${tournament.slice(-12)}`}
              </Anchor>
            </Table.Td>
            <Table.Td>
              {tournaments[index]?.status === "cancelled" ? (
                <Marked color="gray">Cancelled</Marked>
              ) : (
                <EntryMark state={state} finished={rank !== null} />
              )}
            </Table.Td>
            <Table.Td ta="right">
              <EntryRank rank={rank} provisional={provisional} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Time at={joinedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Reads the tournaments of entries. A tournament is undefined until it is read. */
function useTournaments(entries: readonly Entry[]): readonly (Tournament | undefined)[] {
  const { id, api } = useEnvironment();
  const tournaments = useQueries({
    queries: entries.map(({ tournament: tournamentId }) => ({
      queryKey: [id, "tournament", tournamentId],
      queryFn: async () => {
        const params = { path: { tournamentId } };
        return (await content(api.GET("/tournament/{tournamentId}", { params }))).tournament;
      },
      staleTime: KNOWN_FOR_MS,
    })),
  });
  return tournaments.map(({ data }) => data);
}

function UnknownGamer({ handle }: { handle: string }) {
  const environment = useEnvironment();
  const create = useMutation({
    mutationFn: () => content(environment.api.POST("/gamer/create", { body: { handle } })),
    onSuccess: () => refreshGamer(environment, handle),
  });
  return (
    <>
      <PageHeader title={handle} above={{ label: "Gamers", to: pathIn(environment, "gamers") }} />
      {create.isError && <ProblemCard error={create.error} />}
      <EmptyState
        icon={<IconUser size={28} />}
        title="No gamer has this handle"
        action={
          may(environment, "entries:write") && (
            <Button loading={create.isPending} onClick={() => create.mutate()}>
              Create gamer
            </Button>
          )
        }
      >
        Handles are case-sensitive. The first join or the first deposit creates a gamer. You can
        also create the gamer here.
      </EmptyState>
    </>
  );
}
