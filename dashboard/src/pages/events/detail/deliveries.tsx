import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { content } from "../../../api/content.ts";
import { LIVE } from "../../../api/live.ts";
import type { Event } from "../../../api/types.ts";
import { LiveMark } from "../../../components/page/live-mark.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { RouteAnchor } from "../../../components/page/route-link.tsx";
import { Section } from "../../../components/page/section.tsx";
import { pathIn, useEnvironment } from "../../../environment.ts";
import { OutcomeTable } from "./outcome-table.tsx";
import { outcomesOf } from "./outcomes.ts";

/** What became of an event at each endpoint that wants it. */
export function Deliveries({ event }: { event: Event }) {
  const { id, api } = useEnvironment();
  const query = useQuery({
    queryKey: [id, "webhooks", "of-event", event.id],
    queryFn: async () => {
      // An endpoint that comes to the event between these has its delivery in the second.
      const { endpoints } = await content(api.GET("/webhook", {}));
      const params = { path: { eventId: event.id } };
      const { deliveries } = await content(api.GET("/event/{eventId}/deliveries", { params }));
      return outcomesOf(event, endpoints, deliveries);
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
