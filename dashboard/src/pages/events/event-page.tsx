import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { LIVE, read } from "../../api/client.ts";
import type { Event } from "../../api/schema.d.ts";
import { Copyable, Details, JsonBlock } from "../../components/details.tsx";
import { labelEvent, toSubject } from "../../components/events.ts";
import { Fine, NoMatch, Strong } from "../../components/inline.tsx";
import { useActors, useTournamentNames } from "../../components/names.ts";
import { LiveMark, PageHeader, QueryView, Section } from "../../components/page.tsx";
import { PageLink, RouteAnchor, RowLink } from "../../components/route-link.tsx";
import { type DataColumn, DataTable } from "../../components/tables/data-table.tsx";
import { endpointName, StateBadge, Time } from "../../components/values.tsx";
import { pathIn, useEnvironment, useRead } from "../../environment.ts";
import { type Outcome, toOutcomes } from "./outcomes.ts";

export default function EventPage() {
  const { eventId } = useParams({ from: "/signed-in/g/$gameId/$mode/events/$eventId" });
  const query = useRead("/event/{eventId}", { eventId }, { staleTime: Infinity });
  const type = query.data?.event.type;
  return (
    <>
      <PageHeader
        title={type ? labelEvent(type) : "Event"}
        above={{ label: "Events", page: "events" }}
      />
      <QueryView query={query}>{({ event }) => <Facts event={event} />}</QueryView>
    </>
  );
}

function Facts({ event }: { event: Event }) {
  const nameOf = useActors();
  const { game } = useEnvironment();
  const subject = toSubject(event, { currency: game, tournaments: useTournamentNames().data });
  const { id, type, sequence, timestamp, actor, requestId } = event;
  return (
    <Stack maw={860}>
      <Details
        rows={{
          Type: type,
          Sequence: sequence,
          Subject: <PageLink page={subject.page}>{subject.label}</PageLink>,
          Time: <Time at={timestamp} seconds />,
          Actor: nameOf(actor),
          ID: <Copyable value={id} name="event ID" />,
          Request: requestId !== null && (
            <PageLink page="requests" search={{ open: requestId }}>
              {requestId}
            </PageLink>
          ),
        }}
      />
      <Deliveries event={event} />
      <Strong>JSON</Strong>
      <JsonBlock json={event} label="Event" />
    </Stack>
  );
}

function Deliveries({ event }: { event: Event }) {
  const environment = useEnvironment();
  const query = useQuery({
    queryKey: [environment.id, "webhook", "of-event", event.id],
    queryFn: async () => {
      // Endpoints are read first, so that a delivery between the two reads is in the result.
      const { endpoints } = await read(environment, "/webhook", {}).queryFn();
      const eventId = event.id;
      const sent = await read(environment, "/event/{eventId}/deliveries", { eventId }).queryFn();
      return toOutcomes(event, endpoints, sent.deliveries);
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
        {(outcomes) => (
          <DataTable
            label="Deliveries"
            minWidth={680}
            rows={outcomes}
            empty={<NotWanted />}
            keyOf={({ endpoint }) => endpoint.id}
            columns={COLUMNS}
          />
        )}
      </QueryView>
    </Section>
  );
}

const NotWanted = () => (
  <NoMatch>
    No endpoint subscribes to this event, or its deliveries have expired. To manage endpoints, open{" "}
    <RouteAnchor to={pathIn(useEnvironment(), "webhooks")} underline="always" inherit>
      Webhooks
    </RouteAnchor>
    .
  </NoMatch>
);

const COLUMNS: readonly DataColumn<Outcome>[] = [
  {
    head: "Endpoint",
    cell: ({ endpoint, delivery }) => (
      <>
        <RowLink
          page={`webhooks/${endpoint.id}`}
          {...(delivery && { search: { open: delivery.event.id } })}
        >
          {endpointName(endpoint.url)}
        </RowLink>
        <Fine>{delivery ? endpoint.description : whyNotSent(endpoint)}</Fine>
        {delivery && <Sent delivery={delivery} />}
      </>
    ),
  },
  {
    head: "State",
    cell: ({ delivery }) => <StateBadge state={delivery?.state ?? "not_sent"} />,
  },
  {
    head: "Attempts",
    isNumber: true,
    from: "sm",
    cell: ({ delivery }) => delivery?.attempts ?? 0,
  },
  {
    head: "Last attempt",
    from: "sm",
    cell: ({ delivery }) => <Time at={delivery?.lastAttemptAt} seconds />,
  },
  {
    head: "Next attempt",
    from: "sm",
    cell: ({ delivery }) => <Time at={delivery?.nextAttemptAt} relative />,
  },
];

const Sent = ({ delivery }: { delivery: NonNullable<Outcome["delivery"]> }) =>
  delivery.lastAttemptAt !== null && (
    <Text size="xs" hiddenFrom="sm">
      {delivery.attempts === 1 ? "Sent once" : `Sent ${delivery.attempts} times`},{" "}
      <Time at={delivery.lastAttemptAt} relative />
      {delivery.nextAttemptAt !== null && (
        <>
          , next <Time at={delivery.nextAttemptAt} relative />
        </>
      )}
    </Text>
  );

const whyNotSent = ({ enabled, state }: Outcome["endpoint"]): string =>
  enabled ? "This event will be sent shortly." : `Not sent, because the endpoint is ${state}.`;
