import { ScrollArea, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { content } from "../../api/client.ts";
import { LIVE } from "../../api/query-client.ts";
import type { Event } from "../../api/types.ts";
import { CodeBlock, CopyButton } from "../../components/code.tsx";
import { Detail, Details } from "../../components/details.tsx";
import { SubjectLink } from "../../components/events/event-table.tsx";
import { EVENT_LABELS } from "../../components/events/labels.ts";
import { useActors } from "../../components/names.ts";
import { PageHeader, Section } from "../../components/page/page.tsx";
import { LiveMark, QueryView } from "../../components/page/query-view.tsx";
import { RouteAnchor } from "../../components/page/route-link.tsx";
import links from "../../components/tables/row-link.module.css";
import { Time } from "../../components/values/time.tsx";
import { DeliveryBadge, endpointName } from "../../components/webhooks.tsx";
import { pathIn, useEnvironment } from "../../environment.ts";
import { type Outcome, toOutcomes } from "./outcomes.ts";

export function EventPage() {
  const environment = useEnvironment();
  const { eventId } = useParams({ from: "/signed-in/g/$gameId/$mode/events/$eventId" });
  const query = useQuery({
    queryKey: [environment.id, "event", eventId],
    queryFn: async () => {
      const params = { path: { eventId } };
      return (await content(environment.api.GET("/event/{eventId}", { params }))).event;
    },
    // An event never changes.
    staleTime: Infinity,
  });
  const title = query.data ? (EVENT_LABELS[query.data.type] ?? query.data.type) : "Event";
  return (
    <>
      <PageHeader title={title} above={{ label: "Events", to: pathIn(environment, "events") }} />
      <QueryView query={query}>{(event) => <Facts event={event} />}</QueryView>
    </>
  );
}

function Facts({ event }: { event: Event }) {
  const environment = useEnvironment();
  const nameOf = useActors(environment);
  return (
    <Stack maw={860}>
      <Details>
        <Detail name="Type">{event.type}</Detail>
        <Detail name="Sequence">{event.sequence}</Detail>
        <Detail name="Subject">
          <SubjectLink event={event} />
        </Detail>
        <Detail name="Time">
          <Time at={event.timestamp} seconds />
        </Detail>
        <Detail name="Actor">{nameOf(event.actor)}</Detail>
        <Detail name="ID">
          {event.id} <CopyButton value={event.id} label="Copy event ID" />
        </Detail>
        {event.requestId !== null && (
          <Detail name="Request">
            <RouteAnchor
              to={pathIn(environment, "requests")}
              search={{ open: event.requestId }}
              size="sm"
              underline="always"
              style={{ overflowWrap: "anywhere" }}
            >
              {event.requestId}
            </RouteAnchor>
          </Detail>
        )}
      </Details>
      <Deliveries event={event} />
      <Text size="sm" fw={600}>
        JSON
      </Text>
      <CodeBlock code={JSON.stringify(event, null, 2)} label="Event as JSON" />
    </Stack>
  );
}

function Deliveries({ event }: { event: Event }) {
  const { id, api } = useEnvironment();
  const query = useQuery({
    queryKey: [id, "webhooks", "of-event", event.id],
    queryFn: async () => {
      // In this order, so that an event sent in between appears as a delivery.
      const { endpoints } = await content(api.GET("/webhook", {}));
      const params = { path: { eventId: event.id } };
      const { deliveries } = await content(api.GET("/event/{eventId}/deliveries", { params }));
      return toOutcomes(event, endpoints, deliveries);
    },
    ...LIVE,
  });
  return (
    <Section
      title="Deliveries"
      description="Successful deliveries are kept for 7 days, all others for 30 days."
      action={query.data && <LiveMark />}
    >
      <QueryView query={query} lines={2}>
        {(outcomes) =>
          outcomes.length === 0 ? (
            <NotWanted />
          ) : (
            <OutcomeTable eventId={event.id} outcomes={outcomes} />
          )
        }
      </QueryView>
    </Section>
  );
}

const NotWanted = () => (
  <Text c="dimmed" py="xl" ta="center">
    No endpoint subscribes to this event, or its deliveries have expired. To manage endpoints, open{" "}
    <RouteAnchor to={pathIn(useEnvironment(), "webhooks")} underline="always" inherit>
      Webhooks
    </RouteAnchor>
    .
  </Text>
);

interface OutcomeTableProps {
  eventId: string;
  outcomes: readonly Outcome[];
}

const OutcomeTable = ({ eventId, outcomes }: OutcomeTableProps) => (
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
