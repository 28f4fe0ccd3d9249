import { Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconUser } from "@tabler/icons-react";
import { useMutation, useQueries } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../api/client.ts";
import { pageReader } from "../../api/pages.ts";
import { isProblem } from "../../api/problem.ts";
import type { Entry, Gamer, Tournament, Wallet } from "../../api/schema.d.ts";
import { formatMoney } from "../../components/amount.ts";
import { CopyableId, Metadata } from "../../components/details.tsx";
import { EntryMark, EntryRank } from "../../components/entries.tsx";
import { decimalFault, toNumber } from "../../components/forms/decimals.ts";
import { DialogButton, FormDialog } from "../../components/forms/dialogs.tsx";
import { DecimalInput } from "../../components/forms/inputs.tsx";
import { Hint } from "../../components/inline.tsx";
import { EmptyState, PageHeader, ProblemCard, QueryView, Section } from "../../components/page.tsx";
import { DataTable } from "../../components/tables/data-table.tsx";
import { toast } from "../../components/toast.ts";
import { Statement, TournamentLink } from "../../components/transactions.tsx";
import { Figure, Figures, Money, StateMark, Time, TimeFigure } from "../../components/values.tsx";
import { gameNow, may, useEnvironment, useList, useLive, useRead } from "../../environment.ts";

const FROM = "/signed-in/g/$gameId/$mode/gamers/$handle";
const TRANSACTIONS = "/wallet/{handle}/transactions";

export default function GamerPage() {
  const environment = useEnvironment();
  const { handle } = useParams({ from: FROM });
  const query = useRead("/gamer/{handle}", { handle });
  const { cursor } = useSearch({ from: FROM });
  const isKnown = query.data !== undefined;
  const wallet = useLive("/wallet/{handle}", { handle }, { enabled: isKnown });
  const transactions = useList(TRANSACTIONS, { handle, cursor }, { enabled: isKnown });
  const above = { label: "Gamers", page: "gamers" };
  if (isProblem(query.error, "gamer_not_found"))
    return (
      <>
        <PageHeader title={handle} above={above} />
        <UnknownGamer handle={handle} />
      </>
    );
  return (
    <>
      <PageHeader
        title={handle}
        above={above}
        description={query.data && <GamerId gamer={query.data.gamer} />}
        actions={wallet.data && <Moves wallet={wallet.data.wallet} />}
      />
      <QueryView query={query}>
        {({ gamer: { createdAt, metadata } }) => (
          <Stack gap="lg">
            <QueryView query={wallet} lines={1}>
              {(found) => (
                <Figures>
                  <Figure
                    label="Wallet"
                    value={<Money amount={found.wallet.balance} />}
                    note={
                      environment.game.payer === "wallet"
                        ? "available for entry fees and withdrawals"
                        : "available for withdrawals (the game pays entry fees)"
                    }
                  />
                  <TimeFigure label="First seen" at={createdAt} now={gameNow(environment)} />
                </Figures>
              )}
            </QueryView>
            <Metadata metadata={metadata} />
            <Joined handle={handle} />
            <Statement
              title="Transactions"
              description="All transactions of the wallet, newest first."
              empty="No transactions yet. Deposits, prizes and refunds appear here."
              query={transactions}
              file={`wallet-${handle}.csv`}
              read={pageReader(environment, TRANSACTIONS, { handle }, 1_000)}
            />
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

const Moves = ({ wallet }: { wallet: Wallet }) =>
  may(useEnvironment(), "wallets:write") && (
    <>
      <DialogButton
        variant="default"
        disabled={wallet.balance <= 0}
        label="Withdraw money"
        dialog={<MoveMoney way="withdraw" wallet={wallet} />}
      />
      <DialogButton label="Deposit money" dialog={<MoveMoney way="deposit" wallet={wallet} />} />
    </>
  );

function Joined({ handle }: { handle: string }) {
  const [cursor, setCursor] = useState<string>();
  // Each entry reads a tournament, so the page is small.
  const query = useList("/gamer/{handle}/entries", { handle, limit: 8, cursor });
  const tournaments = useTournaments(query.data?.entries ?? []);
  return (
    <Section title="Tournaments" description="Tournaments that the gamer joined, newest first.">
      <QueryView query={query} lines={2}>
        {({ entries, nextCursor }) => (
          <DataTable
            label="Tournaments"
            verticalSpacing={7}
            rows={entries}
            empty={<Hint>No tournaments yet. Tournaments that the gamer joins appear here.</Hint>}
            keyOf={({ id }) => id}
            pager={{ cursor, nextCursor, onCursor: setCursor }}
            columns={[
              {
                head: "Tournament",
                td: { w: "100%", maw: 0 },
                cell: ({ tournament: id }) => (
                  <TournamentLink id={id} name={tournaments.get(id)?.name} fw={550} />
                ),
              },
              {
                head: "State",
                cell: ({ tournament, state, rank }) =>
                  tournaments.get(tournament)?.status === "cancelled" ? (
                    <StateMark state="cancelled" color="gray" />
                  ) : (
                    <EntryMark state={state} finished={rank !== null} />
                  ),
              },
              { head: "Final rank", isNumber: true, cell: (entry) => <EntryRank {...entry} /> },
              { head: "Joined", from: "sm", cell: ({ joinedAt }) => <Time at={joinedAt} /> },
            ]}
          />
        )}
      </QueryView>
    </Section>
  );
}

function useTournaments(entries: readonly Entry[]): ReadonlyMap<string, Tournament> {
  const environment = useEnvironment();
  const queries = useQueries({
    queries: entries.map(({ tournament: tournamentId }) => ({
      ...read(environment, "/tournament/{tournamentId}", { tournamentId }),
      staleTime: 60_000,
    })),
  });
  const known = queries.flatMap(({ data }) => data?.tournament ?? []);
  return new Map(known.map((tournament) => [tournament.id, tournament]));
}

function UnknownGamer({ handle }: { handle: string }) {
  const environment = useEnvironment();
  const create = useMutation({
    mutationFn: () => environment.api.POST("/gamer/create", { handle }),
  });
  return (
    <>
      {create.isError && <ProblemCard error={create.error} />}
      <EmptyState
        icon={IconUser}
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

const WORDS = {
  deposit: { title: "Deposit money", done: "was deposited" },
  withdraw: { title: "Withdraw money", done: "was withdrawn" },
} as const;

function MoveMoney({ way, wallet }: { way: "deposit" | "withdraw"; wallet: Wallet }) {
  const { mode, game } = useEnvironment();
  const decimals = game.currencyDecimals;
  const { gamerHandle: handle, currency, balance } = wallet;
  const words = WORDS[way];
  // With one idempotency key per dialog, a repeated request after a lost response moves the money once.
  const form = useForm({
    initialValues: { amount: "", key: crypto.randomUUID() },
    validate: {
      amount: (amount) =>
        decimalFault(amount, decimals, (value) => value > 0, "Enter an amount above 0."),
    },
  });
  return (
    <FormDialog
      title={words.title}
      form={form}
      send={async ({ amount, key }, api) => {
        const input = { handle, amount: toNumber(amount, decimals) };
        const headers = { "idempotency-key": key };
        return await api.POST(`/wallet/{handle}/${way}`, input, headers).catch((error) => {
          // No money was moved. The API would refuse another amount with the same key.
          if (isProblem(error, "insufficient_funds"))
            form.setFieldValue("key", crypto.randomUUID());
          throw error;
        });
      }}
      onDone={(_, { amount }) =>
        toast(`${formatMoney(toNumber(amount, decimals), game)} ${words.done}.`)
      }
      back="Back"
      action={words.title}
    >
      <Text size="sm">
        The wallet of <b>{handle}</b> holds <Money amount={balance} />.{" "}
        {mode === "test" ? "This is test money." : "This is real money of your game."}
      </Text>
      <DecimalInput
        label="Amount"
        unit={currency}
        data-autofocus
        {...form.getInputProps("amount")}
      />
    </FormDialog>
  );
}
