import { Box, Code, Text } from "@mantine/core";
import type { Event } from "../api/schema.d.ts";
import { useEnvironment } from "../environment.ts";
import { EVENT_TYPES } from "../api/gen/words.ts";
import { eventSearch } from "../searches.ts";
import { groupEventTypes, labelEvent, toSubject } from "./events.ts";
import { SelectFilter, useFilters } from "./forms/filters.tsx";
import { Fine, NoMatch } from "./inline.tsx";
import { useActors, useTournamentNames } from "./names.ts";
import { RowLink } from "./route-link.tsx";
import { type DataColumn, DataTable } from "./tables/data-table.tsx";
import { Time } from "./values.tsx";

interface EventListProps {
  label: string;
  page: { events: readonly Event[]; nextBefore: number | null };
}

export function EventList({ label, page: { events, nextBefore } }: EventListProps) {
  const { search, onSearch } = useFilters(eventSearch);
  const nameOf = useActors();
  const names = useTournamentNames().data;
  // The event contains the name of a tournament that is not in the list yet.
  const named = events.flatMap(({ data }) =>
    "tournament" in data ? [[data.tournament.id, data.tournament.name] as const] : [],
  );
  const tournaments = new Map([...named, ...(names ?? [])]);
  const known = { currency: useEnvironment().game, tournaments };
  const rows = events.map((event) => ({
    ...event,
    subject: toSubject(event, known).label,
    by: nameOf(event.actor),
  }));
  return (
    <DataTable
      label={label}
      minWidth={960}
      empty={
        <NoMatch>
          {nextBefore === null
            ? "No events match these filters. Change or clear the filters."
            : "No events on this page match these filters. To search earlier events, choose Older or change the filters."}
        </NoMatch>
      }
      rows={rows}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      pager={{
        cursor: search.before?.toString(),
        nextCursor: nextBefore?.toString() ?? null,
        onCursor: (before) => onSearch({ ...search, before: before && Number(before) }),
      }}
    />
  );
}

const COLUMNS: readonly DataColumn<Event & { subject: string; by: string }>[] = [
  { head: "Sequence", width: "84px", isNumber: true, from: "sm", cell: (row) => row.sequence },
  {
    head: "Event",
    cell: ({ id, type, subject, by, timestamp }) => (
      <>
        <RowLink page={`events/${id}`} style={{ whiteSpace: "nowrap" }}>
          {labelEvent(type)}
        </RowLink>
        <Box hiddenFrom="sm" style={{ overflowWrap: "anywhere" }}>
          <Text size="sm">{subject}</Text>
          <Fine>
            {by}, <Time at={timestamp} seconds />
          </Fine>
        </Box>
      </>
    ),
  },
  { head: "Type", from: "sm", cell: ({ type }) => <Code>{type}</Code> },
  {
    head: "Subject",
    from: "sm",
    td: { miw: 160, style: { overflowWrap: "anywhere" } },
    cell: ({ subject }) => subject,
  },
  { head: "Actor", from: "sm", td: { style: { whiteSpace: "nowrap" } }, cell: ({ by }) => by },
  { head: "Time", from: "sm", cell: ({ timestamp }) => <Time at={timestamp} seconds /> },
];

interface TypeFilterProps {
  value: string | undefined;
  onChange: (value: string) => void;
}

const CHOICES = groupEventTypes(EVENT_TYPES);

export const TypeFilter = (props: TypeFilterProps) => (
  <SelectFilter label="Type" all="All types" data={CHOICES} {...props} />
);
