import { Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { content } from "../api/client.ts";
import { LIVE } from "../api/query-client.ts";
import { EventTable, TypeFilter } from "../components/events/event-table.tsx";
import { eventSearch, type EventSearch } from "../components/events/labels.ts";
import { toSubject } from "../components/events/subject.ts";
import { ExportCsv } from "../components/export-csv.tsx";
import { IconHistory } from "../components/icons.ts";
import { useActors } from "../components/names.ts";
import { EmptyState, PageHeader } from "../components/page/page.tsx";
import { QueryView } from "../components/page/query-view.tsx";
import { Pager } from "../components/tables/pager.tsx";
import { useEnvironment } from "../environment.ts";

const PER_PAGE = 50;

export function AuditPage() {
  const { id, api } = useEnvironment();
  const search = useSearch({ from: "/signed-in/g/$gameId/$mode/audit" });
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: [id, "audit", search],
    queryFn: () => {
      const asked = { ...search, audit: "true", order: "newest", limit: PER_PAGE } as const;
      return content(api.GET("/event", { params: { query: asked } }));
    },
    placeholderData: keepPreviousData,
    ...LIVE,
  });
  const onSearch = (next: EventSearch) => void navigate({ to: ".", search: next });
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
          <TypeFilter value={search.types} onChange={(types) => onSearch(eventSearch({ types }))} />
        </Group>
      )}
      <QueryView query={query} lines={8}>
        {({ events, nextBefore }) =>
          isEmpty ? (
            <EmptyState icon={<IconHistory size={28} />} title="No audit events yet">
              This log records actions of signed-in people and all changes of keys and members. To
              see the actions of your backend, open Events.
            </EmptyState>
          ) : (
            <>
              <EventTable label="Audit log" events={events} hasOlder={nextBefore !== null} />
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

const EXPORT_PAGE = 1_000;
const HEAD = ["sequence", "time", "type", "who", "actor type", "actor id", "subject", "request"];

function ExportAudit({ types }: { types: string | undefined }) {
  const environment = useEnvironment();
  const nameOf = useActors(environment);
  const { api, game, mode } = environment;
  return (
    <ExportCsv
      name={`${game.name} ${mode} audit log.csv`}
      head={HEAD}
      read={async (cursor) => {
        const query = {
          ...({ audit: "true", order: "newest", limit: EXPORT_PAGE } as const),
          ...(types !== undefined && { types }),
          ...(cursor !== undefined && { before: Number(cursor) }),
        };
        const { events, nextBefore } = await content(api.GET("/event", { params: { query } }));
        return { events, nextCursor: nextBefore === null ? null : String(nextBefore) };
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
