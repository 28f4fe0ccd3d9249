import { Group } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { read } from "../api/client.ts";
import { EventList, TypeFilter } from "../components/event-table.tsx";
import { eventSearch, toSubject } from "../components/events.ts";
import { ExportCsv } from "../components/export-csv.tsx";
import { useActors } from "../components/names.ts";
import { EmptyState, PageHeader, QueryView } from "../components/page.tsx";
import { useEnvironment, useList } from "../environment.ts";

const NEWEST = { audit: "true", order: "newest" } as const;

export default function AuditPage() {
  const search = useSearch({ from: "/signed-in/g/$gameId/$mode/audit" });
  const navigate = useNavigate();
  const params = { query: { ...search, ...NEWEST, limit: 50 } };
  const query = useList("/event", params);
  const isEmpty = Object.keys(search).length === 0 && query.data?.events.length === 0;
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Actions of signed-in people in this environment, and all changes of keys and members. Events are kept for 400 days. Each event links to its request. For three days, the request shows the address of the caller."
        actions={!isEmpty && <ExportAudit types={search.types} />}
      />
      {!isEmpty && (
        <Group mb="md" role="search" aria-label="Filters">
          <TypeFilter
            value={search.types}
            onChange={(types) => void navigate({ to: ".", search: eventSearch({ types }) })}
          />
        </Group>
      )}
      <QueryView query={query} lines={8} empty={isEmpty && <NoAuditEvents />}>
        {(page) => <EventList label="Audit log" page={page} search={search} />}
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
        const filters = { ...(types && { types }), ...(cursor && { before: Number(cursor) }) };
        const params = { query: { ...NEWEST, ...filters, limit: 1_000 } };
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
