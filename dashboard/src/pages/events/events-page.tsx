import { Group, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useAnnounced } from "../../api/announced.ts";
import { content } from "../../api/client.ts";
import { ANNOUNCED_EVERY_MS, LIVE, queryClient } from "../../api/query-client.ts";
import { CodeBlock, curl } from "../../components/code.tsx";
import { EventTable, TypeFilter } from "../../components/events/event-table.tsx";
import { eventSearch, type EventSearch } from "../../components/events/labels.ts";
import { ClearFilters } from "../../components/forms/search-field.tsx";
import { IconActivity } from "../../components/icons.ts";
import { EmptyState, PageHeader } from "../../components/page/page.tsx";
import { LiveMark, QueryView } from "../../components/page/query-view.tsx";
import { Pager } from "../../components/tables/pager.tsx";
import { gameNow, useEnvironment } from "../../environment.ts";

const PER_PAGE = 50;
const DAY_MS = 86_400_000;

export function EventsPage() {
  const { id, api } = useEnvironment();
  const search = useSearch({ from: "/signed-in/g/$gameId/$mode/events/" });
  const navigate = useNavigate();
  const stream = useAnnounced(
    id,
    { types: search.types, tournament: search.tournament },
    () => queryClient.invalidateQueries({ queryKey: [id, "events"] }),
    search.before === undefined,
  );
  const query = useQuery({
    queryKey: [id, "events", search],
    queryFn: () => {
      const asked = { ...search, order: "newest", limit: PER_PAGE } as const;
      return content(api.GET("/event", { params: { query: asked } }));
    },
    placeholderData: keepPreviousData,
    ...LIVE,
    ...(stream === "open" && { refetchInterval: ANNOUNCED_EVERY_MS }),
  });
  const onSearch = (next: EventSearch) => void navigate({ to: ".", search: next });
  const isEmpty = Object.keys(search).length === 0 && query.data?.events.length === 0;
  return (
    <>
      <PageHeader
        title="Events"
        mark={search.before === undefined && query.data !== undefined && <LiveMark />}
        description="All changes in this environment, numbered in order without gaps. Your backend can read the same log with GET /event."
      />
      {!isEmpty && <FilterBar search={search} onSearch={onSearch} />}
      <QueryView query={query} lines={8}>
        {({ events, nextBefore }) =>
          isEmpty ? (
            <NoEvents />
          ) : (
            <>
              <EventTable label="Events" events={events} hasOlder={nextBefore !== null} />
              <Pager
                cursor={search.before === undefined ? undefined : String(search.before)}
                nextCursor={nextBefore === null ? null : String(nextBefore)}
                onCursor={(cursor) =>
                  onSearch(eventSearch({ ...search, before: cursor && Number(cursor) }))
                }
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function NoEvents() {
  const environment = useEnvironment();
  const now = gameNow(environment);
  const tournament = {
    game: environment.id,
    name: "Friday cup",
    description: "The first of many",
    startTime: new Date(now).toISOString(),
    endTime: new Date(now + DAY_MS).toISOString(),
  };
  return (
    <EmptyState icon={<IconActivity size={28} />} title="No events yet">
      <Text c="dimmed" mb="sm">
        Create a tournament to record the first event, tournament.created:
      </Text>
      <CodeBlock
        code={curl("POST", "/tournament/create", tournament)}
        label="curl command to create a tournament"
      />
    </EmptyState>
  );
}

interface FilterBarProps {
  search: EventSearch;
  onSearch: (search: EventSearch) => void;
}

function FilterBar({ search, onSearch }: FilterBarProps) {
  const [tournament, setTournament] = useState(search.tournament ?? "");
  const { types } = search;
  // A new filter starts at the newest page.
  const change = (filter: object) =>
    onSearch(eventSearch({ types, tournament: search.tournament, ...filter }));
  const isNarrowed = types !== undefined || search.tournament !== undefined;
  return (
    <form
      role="search"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        change({ tournament: tournament.trim() });
      }}
    >
      <Group gap="sm" align="flex-end" mb="md">
        <TypeFilter value={types} onChange={(value) => change({ types: value })} />
        <TextInput
          label="Tournament ID"
          size="xs"
          flex="1 1 200px"
          maw={{ xs: 320 }}
          value={tournament}
          onChange={({ currentTarget: { value } }) => setTournament(value)}
          onBlur={() => change({ tournament: tournament.trim() })}
        />
        {isNarrowed && (
          <ClearFilters
            onClick={() => {
              setTournament("");
              onSearch({});
            }}
          />
        )}
      </Group>
    </form>
  );
}
