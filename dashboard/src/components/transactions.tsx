import { Text } from "@mantine/core";
import { cursorSearch } from "../searches.ts";
import type { Answer } from "../api/client.ts";
import type { Transaction } from "../api/schema.d.ts";
import { pathIn, useEnvironment } from "../environment.ts";
import { toDecimal } from "./amount.ts";
import { ExportCsv } from "./export-csv.tsx";
import { useFilters } from "./forms/filters.tsx";
import { Hint } from "./inline.tsx";
import { useTournamentNames } from "./names.ts";
import { QueryView, type QueryViewProps, Section } from "./page.tsx";
import { RouteAnchor } from "./route-link.tsx";
import { type DataColumn, DataTable } from "./tables/data-table.tsx";
import { Money, Time, toLabel } from "./values.tsx";

type TransactionPage = Answer<"/wallet/{handle}/transactions">;

interface StatementProps {
  title: string;
  description: string;
  empty: string;
  query: QueryViewProps<TransactionPage>["query"];
  file: string;
  read: (cursor: string | undefined) => Promise<TransactionPage>;
}

const HEAD = ["transaction", "time", "kind", "amount", "balance after", "currency", "tournament"];

export function Statement(props: StatementProps) {
  const { title, description, empty, query, file, read } = props;
  const { pager } = useFilters(cursorSearch, { resetScroll: false });
  const { currencyDecimals } = useEnvironment().game;
  const toCell = (amount: number | null) =>
    amount === null ? null : { decimal: toDecimal(amount, currencyDecimals) };
  return (
    <Section
      title={title}
      description={description}
      action={
        (query.data?.transactions.length ?? 0) > 0 && (
          <ExportCsv
            name={file}
            head={HEAD}
            read={read}
            rowsOf={({ transactions }) =>
              transactions.map(({ id, createdAt, kind, currency, tournament, ...amounts }) => {
                const [moved, balance] = [toCell(amounts.amount), toCell(amounts.balanceAfter)];
                return [id, createdAt, kind, moved, balance, currency, tournament];
              })
            }
          />
        )
      }
    >
      <QueryView query={query}>
        {({ transactions, nextCursor }) => (
          <DataTable
            label="Transactions"
            minWidth={0}
            verticalSpacing={7}
            style={{ fontVariantNumeric: "tabular-nums" }}
            rows={transactions}
            empty={<Hint>{empty}</Hint>}
            keyOf={({ id }) => id}
            columns={COLUMNS}
            pager={{ ...pager, nextCursor }}
          />
        )}
      </QueryView>
    </Section>
  );
}

const COLUMNS: readonly DataColumn<Transaction>[] = [
  {
    head: "Kind",
    cell: ({ kind }) => toLabel(kind),
    narrow: ({ createdAt }) => <Time at={createdAt} seconds />,
  },
  { head: "Time", from: "sm", cell: ({ createdAt }) => <Time at={createdAt} seconds /> },
  {
    head: "Tournament",
    from: "sm",
    td: { maw: 280 },
    cell: ({ tournament }) => tournament !== null && <NamedTournament id={tournament} />,
  },
  {
    head: "Amount",
    isNumber: true,
    cell: ({ amount }) => (
      <Text
        component="span"
        inherit
        {...(amount > 0 && { c: "var(--mantine-color-teal-light-color)", fw: 550 })}
      >
        <Money amount={amount} signed />
      </Text>
    ),
    narrow: ({ balanceAfter }) =>
      balanceAfter !== null && (
        <>
          balance <Money amount={balanceAfter} />
        </>
      ),
  },
  {
    head: "Balance",
    isNumber: true,
    from: "sm",
    cell: ({ balanceAfter }) => balanceAfter !== null && <Money amount={balanceAfter} />,
  },
];

interface TournamentLinkProps {
  id: string;
  name: string | undefined;
  fw?: number;
}

export const TournamentLink = ({ id, name, ...props }: TournamentLinkProps) => (
  <RouteAnchor
    to={pathIn(useEnvironment(), `tournaments/${id}`)}
    size="sm"
    display="block"
    truncate
    {...props}
  >
    {name ?? `…${id.slice(-12)}`}
  </RouteAnchor>
);

const NamedTournament = ({ id }: { id: string }) => (
  <TournamentLink id={id} name={useTournamentNames().data?.get(id)} />
);
