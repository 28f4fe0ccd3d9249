import { Button, Stack, Table, Text } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Gamer } from "../../api/types.ts";
import { CodeSample, curl } from "../../components/code.tsx";
import { SearchField } from "../../components/forms/search-field.tsx";
import { IconUsers } from "../../components/icons.ts";
import { EmptyState, PageHeader } from "../../components/page/page.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { BY_NAME, Pager } from "../../components/tables/pager.tsx";
import links from "../../components/tables/row-link.module.css";
import { Money } from "../../components/values/figures.tsx";
import { Time } from "../../components/values/time.tsx";
import { may, pathIn, useEnvironment } from "../../environment.ts";
import { type GamerSearch, useBalance, useGamers } from "./queries.ts";

const MAX_CHARACTERS = 64;

export function GamersPage() {
  const search = useSearch({ from: "/signed-in/g/$gameId/$mode/gamers" });
  const navigate = useNavigate();
  const query = useGamers(search);
  const { handle, cursor } = search;
  const onSearch = (next: GamerSearch, replace = false) =>
    void navigate({ to: ".", search: next, replace });
  const isEmpty = handle === undefined && cursor === undefined && query.data?.gamers.length === 0;
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
          size="xs"
          maw={320}
          mb="md"
          maxLength={MAX_CHARACTERS}
          value={handle ?? ""}
          // A new filter starts at the first page.
          onSearch={(value) => onSearch(value === "" ? {} : { handle: value }, true)}
        />
      )}
      <QueryView query={query} lines={8}>
        {({ gamers, nextCursor }) =>
          isEmpty ? (
            <NoGamers />
          ) : (
            <>
              {gamers.length > 0 ? <GamerTable gamers={gamers} /> : <NoMatch handle={handle} />}
              <Pager
                order={BY_NAME}
                cursor={cursor}
                nextCursor={nextCursor}
                onCursor={(next) =>
                  onSearch({
                    ...(handle !== undefined && { handle }),
                    ...(next !== undefined && { cursor: next }),
                  })
                }
              />
            </>
          )
        }
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
        <Button
          component={Link}
          to={pathIn(environment, `gamers/${encodeURIComponent(handle)}`)}
          variant="default"
          size="xs"
        >
          Create gamer
        </Button>
      )}
    </Stack>
  );
}

const GamerTable = ({ gamers }: { gamers: readonly Gamer[] }) => (
  <Table.ScrollContainer minWidth={300} type="native">
    <Table aria-label="Gamers">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Handle</Table.Th>
          <Table.Th ta="right">Wallet</Table.Th>
          <Table.Th visibleFrom="sm" pl="xl">
            First seen
          </Table.Th>
          <Table.Th visibleFrom="lg">ID</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {gamers.map((gamer) => (
          <GamerRow key={gamer.id} gamer={gamer} />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

function GamerRow({ gamer: { id, handle, displayName, createdAt } }: { gamer: Gamer }) {
  const environment = useEnvironment();
  const wallet = useBalance(handle).data;
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <Link
          to={pathIn(environment, `gamers/${encodeURIComponent(handle)}`)}
          preload={false}
          className={links["link"] ?? ""}
        >
          {handle}
        </Link>
        {displayName !== undefined && (
          <Text span size="sm" c="dimmed" ml="xs">
            {displayName}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        {wallet === undefined ? "–" : <Money amount={wallet.balance} />}
      </Table.Td>
      <Table.Td visibleFrom="sm" pl="xl">
        <Time at={createdAt} />
      </Table.Td>
      <Table.Td visibleFrom="lg">
        <Text ff="monospace" size="xs" c="dimmed">
          {id}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

const NoGamers = () => (
  <>
    <EmptyState icon={<IconUsers size={28} />} title="No gamers yet">
      A gamer is a player of your game. The first join or the first deposit with a handle creates
      the gamer.
    </EmptyState>
    <CodeSample
      code={curl("POST", "/gamer/create", { handle: "ada" })}
      label="curl command to create a gamer"
    >
      To create a gamer earlier, send the handle with an API key of this environment:
    </CodeSample>
  </>
);
