import { Code, ScrollArea, Table, Text, UnstyledButton } from "@mantine/core";
import type { Delivery } from "../../../../api/types.ts";
import { EVENT_LABELS, isEventType } from "../../../../components/events/labels.ts";
import links from "../../../../components/tables/row-link.module.css";
import { Time } from "../../../../components/values/time.tsx";
import { DeliveryBadge } from "../../../../components/webhooks/delivery-state.tsx";

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  onOpen: (eventId: string) => void;
}

/** Deliveries, those of later events first. */
export const DeliveryTable = ({ deliveries, onOpen }: DeliveryTableProps) => (
  <ScrollArea tabIndex={0} role="region" aria-label="Deliveries">
    <Table miw={{ sm: 680 }} aria-label="Deliveries">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>State</Table.Th>
          <Table.Th>Event</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Sequence
          </Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Attempts
          </Table.Th>
          <Table.Th visibleFrom="sm">First sent</Table.Th>
          <Table.Th visibleFrom="sm">Next attempt</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.event.id}
            delivery={delivery}
            onOpen={() => onOpen(delivery.event.id)}
          />
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { event, state, attempts, nextAttemptAt, createdAt } = delivery;
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <DeliveryBadge state={state} />
      </Table.Td>
      <Table.Td>
        <UnstyledButton className={links["link"] ?? ""} onClick={onOpen} fz="sm">
          {labelOf(event.type)}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          <Code fz="xs">{event.type}</Code>
          <Text span inherit hiddenFrom="sm">
            {" "}
            #{event.sequence}, <Time at={createdAt} seconds />
          </Text>
        </Text>
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        {event.sequence}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        {attempts}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={createdAt} seconds />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {nextAttemptAt === null ? "–" : <Time at={nextAttemptAt} relative />}
      </Table.Td>
    </Table.Tr>
  );
}

/** What an event tells, in words; a type that this page does not know yet stands for itself. */
export const labelOf = (type: string): string => (isEventType(type) ? EVENT_LABELS[type] : type);
