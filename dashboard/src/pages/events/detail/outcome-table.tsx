import { ScrollArea, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import links from "../../../components/tables/row-link.module.css";
import { Time } from "../../../components/values/time.tsx";
import { DeliveryBadge } from "../../../components/webhooks/delivery-state.tsx";
import { endpointName } from "../../../components/webhooks/endpoint-name.ts";
import { pathIn, useEnvironment } from "../../../environment.ts";
import type { Outcome } from "./outcomes.ts";

interface OutcomeTableProps {
  eventId: string;
  outcomes: readonly Outcome[];
}

/** Endpoints that want an event, and what became of it at each. */
export const OutcomeTable = ({ eventId, outcomes }: OutcomeTableProps) => (
  <ScrollArea tabIndex={0} role="region" aria-label="Deliveries">
    <Table miw={{ sm: 680 }} aria-label="Deliveries">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Endpoint</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Attempts
          </Table.Th>
          <Table.Th visibleFrom="sm">Last attempt</Table.Th>
          <Table.Th visibleFrom="sm">Next attempt</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {outcomes.map((outcome) => (
          <OutcomeRow key={outcome.endpoint.id} eventId={eventId} outcome={outcome} />
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);

interface OutcomeRowProps {
  eventId: string;
  outcome: Outcome;
}

function OutcomeRow({ eventId, outcome }: OutcomeRowProps) {
  const { endpoint, delivery } = outcome;
  const { attempts = 0, lastAttemptAt = null, nextAttemptAt = null } = delivery ?? {};
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <EndpointLink eventId={eventId} outcome={outcome} />
        <Text size="xs" c="dimmed">
          {delivery ? endpoint.description : whyNotSent(endpoint)}
        </Text>
        {lastAttemptAt !== null && (
          <Text size="xs" hiddenFrom="sm">
            {attempts === 1 ? "Sent once" : `Sent ${attempts} times`},{" "}
            <Time at={lastAttemptAt} relative />
            {nextAttemptAt !== null && (
              <>
                , next <Time at={nextAttemptAt} relative />
              </>
            )}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <DeliveryBadge state={delivery?.state} />
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        {attempts}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {lastAttemptAt === null ? "–" : <Time at={lastAttemptAt} seconds />}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {nextAttemptAt === null ? "–" : <Time at={nextAttemptAt} relative />}
      </Table.Td>
    </Table.Tr>
  );
}

/** Leads to the endpoint's page, and opens the delivery there. */
const EndpointLink = ({ eventId, outcome: { endpoint, delivery } }: OutcomeRowProps) => (
  <Link
    to={pathIn(useEnvironment(), `webhooks/${endpoint.id}`)}
    {...(delivery && { search: { open: eventId } })}
    preload={false}
    className={links["link"] ?? ""}
  >
    {endpointName(endpoint.url)}
  </Link>
);

const whyNotSent = ({ enabled, state }: Outcome["endpoint"]): string =>
  enabled ? "This event will be sent shortly." : `Not sent, because the endpoint is ${state}.`;
