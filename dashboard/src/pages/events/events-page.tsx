import { Text } from "@mantine/core";
import { IconActivity } from "@tabler/icons-react";
import { isId } from "../../address.ts";
import { useAnnounced } from "../../api/announced.ts";
import { ANNOUNCED_EVERY_MS } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { CodeBlock, curl } from "../../components/details.tsx";
import { EventList, TypeFilter } from "../../components/event-table.tsx";
import { eventSearch } from "../../searches.ts";
import { Filters, TextFilter, useFilters } from "../../components/forms/filters.tsx";
import { EmptyState, LiveMark, PageHeader, QueryView } from "../../components/page.tsx";
import { gameNow, useEnvironment, useList } from "../../environment.ts";

const DAY_MS = 86_400_000;

export default function EventsPage() {
  const { id } = useEnvironment();
  const { search, onSearch, isAll, filter } = useFilters(eventSearch);
  const { types, tournament, before } = search;
  const stream = useAnnounced(
    id,
    { types, tournament },
    () => queryClient.invalidateQueries({ queryKey: [id, "event"] }),
    before === undefined,
  );
  const query = useList(
    "/event",
    { ...search, order: "newest", limit: 50 },
    stream === "open" ? { refetchInterval: ANNOUNCED_EVERY_MS } : {},
  );
  const isEmpty = isAll && query.data?.events.length === 0;
  return (
    <>
      <PageHeader
        title="Events"
        mark={before === undefined && query.data !== undefined && <LiveMark />}
        description="All changes in this environment, numbered in order without gaps. Your backend can read the same log with GET&nbsp;/event."
      />
      {!isEmpty && (
        <Filters mb="md" onClear={(types ?? tournament) !== undefined && (() => onSearch({}))}>
          <TypeFilter {...filter("types")} />
          <TextFilter
            label="Tournament ID"
            flex="1 1 200px"
            maw={{ xs: 320 }}
            findFault={(value) => (isId(value) ? undefined : "Enter the whole ID")}
            {...filter("tournament")}
          />
        </Filters>
      )}
      <QueryView query={query} lines={8} empty={isEmpty && <NoEvents />}>
        {(page) => <EventList label="Events" page={page} />}
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
    <EmptyState icon={IconActivity} title="No events yet">
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
