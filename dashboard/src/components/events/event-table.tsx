import { Code, ScrollArea, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Event } from "../../api/types.ts";
import { pathIn, useEnvironment } from "../../layout/environment.ts";
import { RouteAnchor } from "../route-link.tsx";
import links from "../row-link.module.css";
import { Time } from "../time.tsx";
import { useActors } from "./actors.ts";
import { EVENT_LABELS } from "./labels.ts";
import { subjectOf } from "./subject.ts";

interface EventTableProps {
  /** What the table holds. */
  label: string;
  events: readonly Event[];
}

/** Events, one a row, which leads to the event. */
export function EventTable({ label, events }: EventTableProps) {
  const environment = useEnvironment();
  const nameOf = useActors(environment);
  if (events.length === 0)
    return (
      <Text c="dimmed" py="xl" ta="center">
        No event of this page matches these filters.
      </Text>
    );
  return (
    <ScrollArea tabIndex={0} role="region" aria-label={label}>
      <Table miw={960} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right" w={84}>
              Sequence
            </Table.Th>
            <Table.Th>Event</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>Subject</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th>When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <Table.Tr key={event.id} className={links["row"] ?? ""}>
              <Table.Td ta="right" style={{ fontVariantNumeric: "tabular-nums" }}>
                {event.sequence}
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                <Link
                  to={pathIn(environment, `events/${event.id}`)}
                  preload={false}
                  className={links["link"] ?? ""}
                >
                  {EVENT_LABELS[event.type] ?? event.type}
                </Link>
              </Table.Td>
              <Table.Td>
                <Code>{event.type}</Code>
              </Table.Td>
              <Table.Td miw={160} style={{ overflowWrap: "anywhere" }}>
                {subjectOf(event).label}
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{nameOf(event.actor)}</Table.Td>
              <Table.Td>
                <Time at={event.timestamp} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

/** Leads to what an event is about. */
export function SubjectLink({ event }: { event: Event }) {
  const environment = useEnvironment();
  const { label, page } = subjectOf(event);
  return (
    <RouteAnchor to={pathIn(environment, page)} size="sm" underline="always">
      {label}
    </RouteAnchor>
  );
}
