import { Group } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { read } from "../api/client.ts";
import { EventList, TypeFilter } from "../components/event-table.tsx";
import { toSubject } from "../components/events.ts";
import { eventSearch } from "../searches.ts";
import { ExportCsv } from "../components/export-csv.tsx";
import { useFilters } from "../components/forms/filters.tsx";
import { useActors } from "../components/names.ts";
import { EmptyState, PageHeader, QueryView } from "../components/page.tsx";
import { useEnvironment, useList } from "../environment.ts";

const NEWEST = { audit: "true", order: "newest" } as const;

export default function AuditPage() {
  const { search, isAll, filter } = useFilters(eventSearch);
  const query = useList("/event", { ...search, ...NEWEST, limit: 50 });
  const isEmpty = isAll && query.data?.events.length === 0;
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Actions of signed-in people in this environment, and all changes of keys and members. Events are kept for 400 days. Each event links to its request. For three days, the request shows the address of the caller."
        actions={!isEmpty && <ExportAudit types={search.types} />}
      />
      {!isEmpty && (
        <Group mb="md" role="search" aria-label="Filters">
          <TypeFilter {...filter("types")} />
        </Group>
      )}
      <QueryView query={query} lines={8} empty={isEmpty && <NoAuditEvents />}>
        {(page) => <EventList label="Audit log" page={page} />}
      </QueryView>
    </>
  );
}

const NoAuditEvents = () => (
  <EmptyState icon={IconHistory} title="No audit events yet">
    This log records actions of signed-in people and all changes of keys and members. To see the
    actions of your backend, open Events.
  </EmptyState>
);

const HEAD = ["sequence", "time", "type", "who", "actor type", "actor id", "subject", "request"];

function ExportAudit({ types }: { types: string | undefined }) {
  const environment = useEnvironment();
  const nameOf = useActors();
  const { game, mode } = environment;
  return (
    <ExportCsv
      name={`${game.name} ${mode} audit log.csv`}
      head={HEAD}
      read={async (cursor) => {
        const before = cursor === undefined ? undefined : Number(cursor);
        const params = { ...NEWEST, types, before, limit: 1_000 };
        const { events, nextBefore } = await read(environment, "/event", params).queryFn();
        return { events, nextCursor: nextBefore?.toString() ?? null };
      }}
      rowsOf={({ events }) =>
        events.map((event) => {
          const { sequence, timestamp, type, actor, requestId } = event;
          const subject = toSubject(event, { currency: game }).label;
          const who = [nameOf(actor), actor.type, actor.id];
          return [sequence, timestamp, type, ...who, subject, requestId];
        })
      }
    />
  );
}
