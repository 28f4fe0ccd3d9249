import { Box, Code, NativeSelect, ScrollArea, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Event } from "../../api/types.ts";
import { pathIn, useEnvironment } from "../../environment.ts";
import { useActors, useTournamentNames } from "../names.ts";
import { RouteAnchor } from "../page/route-link.tsx";
import links from "../tables/row-link.module.css";
import { Time } from "../values/time.tsx";
import { EVENT_LABELS, EVENT_TYPES } from "./labels.ts";
import { type Subject, toSubject } from "./subject.ts";

interface EventTableProps {
  label: string;
  events: readonly Event[];
  hasOlder: boolean;
}

export function EventTable({ label, events, hasOlder }: EventTableProps) {
  const environment = useEnvironment();
  const nameOf = useActors(environment);
  const names = useTournamentNames().data;
  // The event contains the name of a tournament that is not in the list yet.
  const named = events.flatMap(({ data }) =>
    "tournament" in data ? [[data.tournament.id, data.tournament.name] as const] : [],
  );
  const tournaments = new Map([...named, ...(names ?? [])]);
  const known = { currency: environment.game, tournaments };
  if (events.length === 0)
    return (
      <Text c="dimmed" py="xl" ta="center">
        {hasOlder
          ? "No events on this page match these filters. To search earlier events, choose Older or change the filters."
          : "No events match these filters. Change the filters."}
      </Text>
    );
  return (
    <ScrollArea tabIndex={0} role="region" aria-label={label}>
      <Table miw={{ sm: 960 }} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right" w={84} visibleFrom="sm">
              Sequence
            </Table.Th>
            <Table.Th>Event</Table.Th>
            <Table.Th visibleFrom="sm">Type</Table.Th>
            <Table.Th visibleFrom="sm">Subject</Table.Th>
            <Table.Th visibleFrom="sm">Actor</Table.Th>
            <Table.Th visibleFrom="sm">Time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              subject={toSubject(event, known)}
              by={nameOf(event.actor)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

interface EventRowProps {
  event: Event;
  subject: Subject;
  by: string;
}

function EventRow({ event, subject, by }: EventRowProps) {
  const environment = useEnvironment();
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        {event.sequence}
      </Table.Td>
      <Table.Td>
        <Link
          to={pathIn(environment, `events/${event.id}`)}
          preload={false}
          className={links["link"] ?? ""}
          style={{ whiteSpace: "nowrap" }}
        >
          {EVENT_LABELS[event.type] ?? event.type}
        </Link>
        <Box hiddenFrom="sm" style={{ overflowWrap: "anywhere" }}>
          <Text size="sm">{subject.label}</Text>
          <Text size="xs" c="dimmed">
            {by}, <Time at={event.timestamp} seconds />
          </Text>
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Code>{event.type}</Code>
      </Table.Td>
      <Table.Td visibleFrom="sm" miw={160} style={{ overflowWrap: "anywhere" }}>
        {subject.label}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: "nowrap" }}>
        {by}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={event.timestamp} seconds />
      </Table.Td>
    </Table.Tr>
  );
}

export function SubjectLink({ event }: { event: Event }) {
  const environment = useEnvironment();
  const known = { currency: environment.game, tournaments: useTournamentNames().data };
  const { label, page } = toSubject(event, known);
  return (
    <RouteAnchor to={pathIn(environment, page)} size="sm" underline="always">
      {label}
    </RouteAnchor>
  );
}

const KINDS = [...Map.groupBy(EVENT_TYPES, (type) => `${type.split(".")[0]}.*`)];

interface TypeFilterProps {
  value: string | undefined;
  onChange: (value: string) => void;
}

export const TypeFilter = ({ value, onChange }: TypeFilterProps) => (
  <NativeSelect
    label="Type"
    size="xs"
    value={value ?? ""}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    <option value="">All types</option>
    {KINDS.map(([kind, types]) => (
      <optgroup key={kind} label={kind}>
        <option value={kind}>All {kind} events</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {EVENT_LABELS[type]}
          </option>
        ))}
      </optgroup>
    ))}
  </NativeSelect>
);
