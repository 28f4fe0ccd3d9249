import { Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrophy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { TOURNAMENT_STATUSES } from "../../api/gen/words.ts";
import type { TournamentListItem } from "../../api/schema.d.ts";
import { sampleFee } from "../../components/amount.ts";
import { curl, CurlSample } from "../../components/details.tsx";
import {
  Filters,
  SelectFilter,
  type TextFilterProps,
  useFilters,
} from "../../components/forms/filters.tsx";
import { NoMatch } from "../../components/inline.tsx";
import { EmptyState, PageHeader, QueryView } from "../../components/page.tsx";
import { PageButton, RowLink } from "../../components/route-link.tsx";
import { type DataColumn, DataTable } from "../../components/tables/data-table.tsx";
import { Money, Time, toChoices } from "../../components/values.tsx";
import { type Environment, gameNow, may, useEnvironment, useList } from "../../environment.ts";
import { findEnd, isUnchanging, isUpcoming } from "./lifecycle.ts";
import { useLatest } from "./queries.ts";
import { tournamentParams, tournamentSearch } from "./search.ts";
import { StatusBadge, useGameNow } from "./status-badge.tsx";

export default function TournamentsPage() {
  const environment = useEnvironment();
  const { search, isAll, pager } = useFilters(tournamentSearch);
  const query = useList("/tournament", tournamentParams(search));
  const isEmpty = isAll && query.data?.tournaments.length === 0;
  const now = useGameNow();
  return (
    <>
      <PageHeader
        title="Tournaments"
        actions={
          !isEmpty &&
          may(environment, "tournaments:write") && (
            <PageButton page="tournaments/new" leftSection={<IconPlus size={16} />}>
              Create
              <Text component="span" inherit visibleFrom="sm">
                &nbsp;tournament
              </Text>
            </PageButton>
          )
        }
      />
      {!isEmpty && <FilterBar />}
      <QueryView query={query} lines={8} empty={isEmpty && <NoTournaments />}>
        {({ tournaments, nextCursor }) => (
          <DataTable
            label="Tournaments"
            rows={tournaments.map((one) => ({ ...one, ...nextMoment(one, now) }))}
            empty={
              <NoMatch>No tournaments match these filters. Change or clear the filters.</NoMatch>
            }
            keyOf={({ id }) => id}
            pager={{ ...pager, nextCursor }}
            columns={COLUMNS}
          />
        )}
      </QueryView>
    </>
  );
}

const CHOICES = toChoices(TOURNAMENT_STATUSES);

function FilterBar() {
  const { search, onSearch, filter } = useFilters(tournamentSearch);
  const { status, endsFrom, endsUntil } = search;
  const isNarrowed = [status, endsFrom, endsUntil].some(Boolean);
  return (
    <Filters mb="md" onClear={isNarrowed && (() => onSearch({}))}>
      <SelectFilter
        label="Status"
        all="All statuses"
        w={{ base: "100%", xs: 150 }}
        data={CHOICES}
        {...filter("status")}
      />
      <DayFilter label="Ends on or after" max={endsUntil} {...filter("endsFrom")} />
      <DayFilter label="Ends on or before" min={endsFrom} {...filter("endsUntil")} />
    </Filters>
  );
}

// While a person types the year 2030, the field has the years 2, 20 and 203.
const FIRST_DAY = "1000-01-01";

function DayFilter({ value = "", onChange, ...props }: TextFilterProps) {
  const [day, setDay] = useState(value);
  useEffect(() => setDay(value), [value]);
  const change = (next: string) => {
    setDay(next);
    if (next === "" || next >= FIRST_DAY) onChange(next);
  };
  return (
    <TextInput
      size="xs"
      type="date"
      flex="1 1 130px"
      maw={{ xs: 160 }}
      {...props}
      max={props.max ?? "9999-12-31"}
      value={day}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

type Row = TournamentListItem & ReturnType<typeof nextMoment>;

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    head: "Name",
    cell: ({ id, name }) => (
      <RowLink page={`tournaments/${id}`} preload="intent">
        {name}
      </RowLink>
    ),
    narrow: ({ word, at, now }) => (
      <>
        {word} <Time at={at} relative now={now} />
      </>
    ),
  },
  { head: "Status", cell: (tournament) => <StatusBadge tournament={tournament} /> },
  {
    head: "Entries",
    isNumber: true,
    from: "sm",
    cell: (tournament) => <Entries tournament={tournament} />,
  },
  { head: "Pool", isNumber: true, cell: (tournament) => <Pool tournament={tournament} /> },
  {
    head: "Entry fee",
    isNumber: true,
    from: "md",
    cell: ({ entryFee }) => (entryFee === 0 ? "Free" : <Money amount={entryFee} />),
  },
  {
    head: "Time",
    from: "sm",
    isApart: true,
    td: { style: { whiteSpace: "nowrap" } },
    cell: ({ word, at }) => (
      <>
        {word} <Time at={at} />
      </>
    ),
  },
];

function Entries({ tournament }: { tournament: TournamentListItem }) {
  const { maxEntries } = tournament;
  return (
    <>
      {useLatest(tournament)?.entries.toLocaleString() ?? "–"}
      {maxEntries !== null && (
        <Text component="span" inherit c="dimmed">
          {" "}
          / {maxEntries.toLocaleString()}
        </Text>
      )}
    </>
  );
}

const PAID: Partial<Record<TournamentListItem["status"], string>> = {
  completed: "paid out",
  cancelled: "refunded",
};

function Pool({ tournament }: { tournament: TournamentListItem }) {
  const latest = useLatest(tournament);
  if (!isUnchanging(tournament) || latest?.prizePool === 0)
    return <Money amount={tournament.prizePool} />;
  // The pool of an ended tournament is empty. A 0 here would look as if it never held money.
  if (latest === undefined) return "–";
  return (
    <Text component="span" inherit c="dimmed" title={PAID[tournament.status]}>
      <Money amount={latest.prizePool} />
    </Text>
  );
}

function nextMoment(tournament: TournamentListItem, now: number) {
  const { startTime, endTime } = tournament;
  const end = findEnd(tournament);
  if (end !== undefined) return { word: "ended", at: end.at, now };
  if (isUpcoming(tournament, now)) return { word: "starts", at: startTime, now };
  return { word: Date.parse(endTime) <= now ? "ended" : "ends", at: endTime, now };
}

function NoTournaments() {
  const environment = useEnvironment();
  return (
    <>
      <EmptyState
        icon={IconTrophy}
        title="No tournaments yet"
        action={
          may(environment, "tournaments:write") && (
            <PageButton page="tournaments/new" leftSection={<IconPlus size={16} />}>
              Create tournament
            </PageButton>
          )
        }
      >
        A tournament collects entry fees in a prize pool. When the tournament ends, the pool is paid
        to the best gamers.
      </EmptyState>
      <CurlSample code={createByCurl(environment)} to="create a tournament">
        You can also create a tournament from your backend with an API key of this environment:
      </CurlSample>
    </>
  );
}

const HOUR_MS = 3_600_000;

function createByCurl(environment: Environment): string {
  const start = new Date(Math.ceil(gameNow(environment) / HOUR_MS) * HOUR_MS);
  const end = new Date(start.getTime() + 2 * HOUR_MS);
  return curl("POST", "/tournament/create", {
    game: environment.id,
    name: "Friday open",
    description: "Best of three",
    entryFee: sampleFee(environment.game),
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    prizeSplit: [60, 30, 10],
  });
}
