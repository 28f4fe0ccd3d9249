import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { content } from "../../../api/content.ts";
import type { Event } from "../../../api/types.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { Detail, Details } from "../../../components/details/details.tsx";
import { useActors } from "../../../components/events/actors.ts";
import { SubjectLink } from "../../../components/events/event-table.tsx";
import { EVENT_LABELS } from "../../../components/events/labels.ts";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { RouteAnchor } from "../../../components/page/route-link.tsx";
import { Time } from "../../../components/values/time.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { Deliveries } from "./deliveries.tsx";

/** One event: whose doing it was, what became of it at each endpoint, and all that it tells. */
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
