import { Button, Group, NativeSelect, Table, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { content } from "../../api/client.ts";
import { LIVE } from "../../api/query-client.ts";
import type { TournamentListItem } from "../../api/types.ts";
import { CodeSample, curl } from "../../components/code.tsx";
import { ClearFilters } from "../../components/forms/search-field.tsx";
import { IconPlus, IconTrophy } from "../../components/icons.ts";
import { EmptyState, PageHeader } from "../../components/page/page.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { Pager } from "../../components/tables/pager.tsx";
import links from "../../components/tables/row-link.module.css";
import { Money } from "../../components/values/figures.tsx";
import { Time } from "../../components/values/time.tsx";
import { type Environment, gameNow, may, pathIn, useEnvironment } from "../../environment.ts";
import { findEnd, isUnchanging, isUpcoming, STATUSES } from "./lifecycle.ts";
import { useLatest } from "./queries.ts";
import { atCursor, tournamentQuery, type TournamentSearch, tournamentSearch } from "./search.ts";
import { StatusBadge, useGameNow } from "./status-badge.tsx";

const FROM = "/signed-in/g/$gameId/$mode/tournaments/";

export function TournamentsPage() {
  const environment = useEnvironment();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: [environment.id, "tournaments", search],
    queryFn: () =>
      content(environment.api.GET("/tournament", { params: { query: tournamentQuery(search) } })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
  const onSearch = (next: TournamentSearch) => void navigate({ to: ".", search: next });
  const isAll = Object.keys(search).length === 0;
  const isEmpty = isAll && query.data?.tournaments.length === 0;
  return (
    <>
      <PageHeader
        title="Tournaments"
        actions={
          !isEmpty &&
          may(environment, "tournaments:write") && (
            <Button
              component={Link}
              to={pathIn(environment, "tournaments/new")}
              leftSection={<IconPlus size={16} />}
            >
              Create
              <Text component="span" inherit visibleFrom="sm">
                &nbsp;tournament
              </Text>
            </Button>
          )
        }
      />
      {!isEmpty && <FilterBar search={search} onSearch={onSearch} />}
      <QueryView query={query} lines={8}>
        {({ tournaments, nextCursor }) =>
          isEmpty ? (
            <NoTournaments />
          ) : (
            <>
              {tournaments.length > 0 ? (
                <TournamentTable tournaments={tournaments} />
              ) : (
                <Text c="dimmed" py="xl" ta="center">
                  No tournaments match these filters. Change or clear the filters.
                </Text>
              )}
              <Pager
                cursor={search.cursor}
                nextCursor={nextCursor}
                onCursor={(cursor) => onSearch(atCursor(search, cursor))}
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}

interface FilterBarProps {
  search: TournamentSearch;
  onSearch: (search: TournamentSearch) => void;
}

const statuses = [
  { value: "", label: "All statuses" },
  ...Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
];

function FilterBar({ search, onSearch }: FilterBarProps) {
  const { status, endsFrom, endsUntil } = search;
  // A new filter starts at the first page.
  const change = (filter: keyof TournamentSearch, value: string) =>
    onSearch(tournamentSearch({ ...search, cursor: undefined, [filter]: value }));
  const isNarrowed = status !== undefined || endsFrom !== undefined || endsUntil !== undefined;
  return (
    <Group gap="sm" align="flex-end" mb="md" role="search" aria-label="Filters">
      <NativeSelect
        label="Status"
        size="xs"
        w={{ base: "100%", xs: 150 }}
        data={statuses}
        value={status ?? ""}
        onChange={({ currentTarget: { value } }) => change("status", value)}
      />
      <TextInput
        label="Ends on or after"
        size="xs"
        type="date"
        flex="1 1 130px"
        maw={{ xs: 160 }}
        value={endsFrom ?? ""}
        max={endsUntil}
        onChange={({ currentTarget: { value } }) => change("endsFrom", value)}
      />
      <TextInput
        label="Ends on or before"
        size="xs"
        type="date"
        flex="1 1 130px"
        maw={{ xs: 160 }}
        value={endsUntil ?? ""}
        min={endsFrom}
        onChange={({ currentTarget: { value } }) => change("endsUntil", value)}
      />
      {isNarrowed && <ClearFilters onClick={() => onSearch({})} />}
    </Group>
  );
}

function TournamentTable({ tournaments }: { tournaments: readonly TournamentListItem[] }) {
  const now = useGameNow();
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table aria-label="Tournaments">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Entries
            </Table.Th>
            <Table.Th ta="right">Pool</Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              Entry fee
            </Table.Th>
            <Table.Th visibleFrom="sm" pl="xl">
              Time
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tournaments.map((tournament) => (
            <TournamentRow key={tournament.id} tournament={tournament} now={now} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowProps {
  tournament: TournamentListItem;
  now: number;
}

function TournamentRow({ tournament, now }: RowProps) {
  const environment = useEnvironment();
  const { id, name, status, prizePool, entryFee, maxEntries } = tournament;
  const latest = useLatest(tournament);
  const { word, at } = nextMoment(tournament, now);
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <Link to={pathIn(environment, `tournaments/${id}`)} className={links["link"] ?? ""}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {word} <Time at={at} relative now={now} />
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusBadge tournament={tournament} now={now} />
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        {latest?.entries.toLocaleString() ?? "–"}
        {maxEntries !== null && (
          <Text component="span" inherit c="dimmed">
            {" "}
            / {maxEntries.toLocaleString()}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        {isUnchanging(tournament) && latest !== undefined && latest.prizePool > 0 ? (
          <Text component="span" inherit c="dimmed" title={PAID[status]}>
            <Money amount={latest.prizePool} />
          </Text>
        ) : (
          <Money amount={prizePool} />
        )}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="md">
        {entryFee === 0 ? "Free" : <Money amount={entryFee} />}
      </Table.Td>
      <Table.Td visibleFrom="sm" pl="xl" style={{ whiteSpace: "nowrap" }}>
        {word} <Time at={at} />
      </Table.Td>
    </Table.Tr>
  );
}

function nextMoment(tournament: TournamentListItem, now: number): { word: string; at: string } {
  const { startTime, endTime } = tournament;
  const end = findEnd(tournament);
  if (end !== undefined) return { word: "ended", at: end.at };
  if (isUpcoming(tournament, now)) return { word: "starts", at: startTime };
  return { word: Date.parse(endTime) <= now ? "ended" : "ends", at: endTime };
}

// Describes where the money of an empty pool went.
const PAID: Partial<Record<TournamentListItem["status"], string>> = {
  completed: "paid out",
  cancelled: "refunded",
};

function NoTournaments() {
  const environment = useEnvironment();
  return (
    <>
      <EmptyState
        icon={<IconTrophy size={28} />}
        title="No tournaments yet"
        action={
          may(environment, "tournaments:write") && (
            <Button
              component={Link}
              to={pathIn(environment, "tournaments/new")}
              leftSection={<IconPlus size={16} />}
            >
              Create tournament
            </Button>
          )
        }
      >
        A tournament collects entry fees in a prize pool. When the tournament ends, the pool is paid
        to the best gamers.
      </EmptyState>
      <CodeSample code={createByCurl(environment)} label="curl command to create a tournament">
        You can also create a tournament from your backend with an API key of this environment:
      </CodeSample>
    </>
  );
}

const HOUR_MS = 3_600_000;

function createByCurl(environment: Environment): string {
  const { id } = environment;
  const start = new Date(Math.ceil(gameNow(environment) / HOUR_MS) * HOUR_MS);
  const end = new Date(start.getTime() + 2 * HOUR_MS);
  return curl("POST", "/tournament/create", {
    game: id,
    name: "Friday open",
    description: "Best of three",
    entryFee: 2.5,
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    prizeSplit: [60, 30, 10],
  });
}
