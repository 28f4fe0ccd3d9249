import { Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { Gamer } from "../../api/schema.d.ts";
import { curl, CurlSample } from "../../components/details.tsx";
import { gamerPage } from "../../components/entries.tsx";
import { SearchField, useFilters } from "../../components/forms/filters.tsx";
import { Fine } from "../../components/inline.tsx";
import { EmptyState, PageHeader, QueryView } from "../../components/page.tsx";
import { PageButton, RowLink } from "../../components/route-link.tsx";
import { BY_NAME, type DataColumn, DataTable } from "../../components/tables/data-table.tsx";
import { Money, Time } from "../../components/values.tsx";
import { may, useEnvironment, useList, useRead } from "../../environment.ts";
import { gamerSearch } from "../../searches.ts";

export default function GamersPage() {
  const { search, isAll, filter, pager } = useFilters(gamerSearch);
  // Each row reads a wallet, so the page is small.
  const query = useList("/gamer", { limit: 25, ...search });
  const isEmpty = isAll && query.data?.gamers.length === 0;
  return (
    <>
      <PageHeader
        title="Gamers"
        description="Players of your game. Your backend gives each gamer a handle."
      />
      {!isEmpty && (
        <SearchField
          aria-label="Handle begins with"
          placeholder="Handle begins with…"
          maw={320}
          mb="md"
          maxLength={64}
          {...filter("handle", { replace: true })}
        />
      )}
      <QueryView query={query} lines={8} empty={isEmpty && <NoGamers />}>
        {({ gamers, nextCursor }) => (
          <DataTable
            label="Gamers"
            rows={gamers}
            empty={<NoMatch handle={search.handle} />}
            keyOf={({ id }) => id}
            columns={COLUMNS}
            pager={{ ...pager, nextCursor, order: BY_NAME }}
          />
        )}
      </QueryView>
    </>
  );
}

function NoMatch({ handle = "" }: { handle: string | undefined }) {
  const environment = useEnvironment();
  return (
    <Stack gap="sm" align="center" py="xl">
      <Text c="dimmed" ta="center">
        No handle begins with “{handle}”. Handles are case-sensitive.
      </Text>
      {may(environment, "entries:write") && (
        <PageButton page={gamerPage(handle)} variant="default" size="xs">
          Create gamer
        </PageButton>
      )}
    </Stack>
  );
}

const COLUMNS: readonly DataColumn<Gamer>[] = [
  {
    head: "Handle",
    cell: ({ handle, displayName }) => (
      <>
        <RowLink page={gamerPage(handle)}>{handle}</RowLink>
        {displayName !== undefined && (
          <Text span size="sm" c="dimmed" ml="xs">
            {displayName}
          </Text>
        )}
      </>
    ),
  },
  { head: "Wallet", isNumber: true, cell: ({ handle }) => <Balance handle={handle} /> },
  {
    head: "First seen",
    from: "sm",
    isApart: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    head: "ID",
    from: "lg",
    td: { style: { whiteSpace: "nowrap" } },
    cell: ({ id }) => <Fine ff="monospace">{id}</Fine>,
  },
];

function Balance({ handle }: { handle: string }) {
  const { data } = useRead("/wallet/{handle}", { handle }, { staleTime: 30_000 });
  return data === undefined ? "–" : <Money amount={data.wallet.balance} />;
}

const NoGamers = () => (
  <>
    <EmptyState icon={IconUsers} title="No gamers yet">
      A gamer is a player of your game. The first join or the first deposit with a handle creates
      the gamer.
    </EmptyState>
    <CurlSample code={curl("POST", "/gamer/create", { handle: "ada" })} to="create a gamer">
      To create a gamer earlier, send the handle with an API key of this environment:
    </CurlSample>
  </>
);
