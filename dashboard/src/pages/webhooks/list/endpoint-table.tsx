import { ScrollArea, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Endpoint } from "../../../api/types.ts";
import links from "../../../components/tables/row-link.module.css";
import { Time } from "../../../components/values/time.tsx";
import { endpointName } from "../../../components/webhooks/endpoint-name.ts";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { describeEvents } from "../fields/values.ts";
import { lagOf, waitedFor } from "../lag.ts";
import { useEndpoint, useUndelivered } from "../reads.ts";
import { EndpointBadge } from "../state-badge.tsx";
import { outOf, successRate } from "../success.ts";

/** Endpoints with how they do, the newest first. */
export const EndpointTable = ({ endpoints }: { endpoints: readonly Endpoint[] }) => (
  <ScrollArea tabIndex={0} role="region" aria-label="Endpoints">
    <Table miw={{ sm: 720 }} aria-label="Endpoints">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Endpoint</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th visibleFrom="sm">Lag</Table.Th>
          <Table.Th visibleFrom="sm">Success rate, 24 hours</Table.Th>
          <Table.Th visibleFrom="sm">Last failure</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, description, events, state, lastFailureAt } = endpoint;
  const environment = useEnvironment();
  const lag = lagOf(endpoint, useUndelivered(endpoint));
  return (
    <Table.Tr className={links["row"] ?? ""}>
      <Table.Td>
        <Link
          to={pathIn(environment, `webhooks/${id}`)}
          preload={false}
          className={links["link"] ?? ""}
        >
          {endpointName(url)}
        </Link>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description || describeEvents(events)}
        </Text>
        <Text size="xs" hiddenFrom="sm">
          {lag}
          {endpoint.lag.events > 0 && " behind"}
          {lastFailureAt !== null && (
            <>
              , failed <Time at={lastFailureAt} relative />
            </>
          )}
        </Text>
      </Table.Td>
      <Table.Td>
        <EndpointBadge state={state} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{lag}</Text>
        <Text size="xs" c="dimmed">
          {waitedFor(endpoint)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Success endpointId={id} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {lastFailureAt === null ? (
          <Text size="sm">never</Text>
        ) : (
          <Text size="sm">
            <Time at={lastFailureAt} relative />
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** How the endpoint's last day was, which the list does not say. There are ten endpoints at most. */
function Success({ endpointId }: { endpointId: string }) {
  const { data } = useEndpoint(endpointId);
  if (data === undefined) return null;
  return (
    <>
      <Text size="sm">{successRate(data.lastDay)}</Text>
      <Text size="xs" c="dimmed">
        {outOf(data.lastDay)}
      </Text>
    </>
  );
}
