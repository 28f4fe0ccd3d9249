import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { content } from "../../../../api/content.ts";
import { LIVE } from "../../../../api/live.ts";
import type { Attempt, Delivery, Endpoint } from "../../../../api/types.ts";
import { IconRefresh } from "../../../../components/icons.ts";
import { CopyButton } from "../../../../components/code/copy-button.tsx";
import { DetailsDrawer } from "../../../../components/details/details-drawer.tsx";
import { Detail, Details } from "../../../../components/details/details.tsx";
import { ProblemCard } from "../../../../components/page/problem-card.tsx";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { RouteAnchor } from "../../../../components/page/route-link.tsx";
import { Time } from "../../../../components/values/time.tsx";
import { DeliveryBadge } from "../../../../components/webhooks/delivery-state.tsx";
import { may, pathIn, useEnvironment } from "../../../../environment.ts";
import { AttemptCard } from "../../attempt-card.tsx";
import { readAgain } from "../../reads.ts";
import { labelOf } from "./delivery-table.tsx";
import { SentBody } from "./sent-body.tsx";

interface DeliveryDrawerProps {
  endpoint: Endpoint;
  eventId: string;
  onClose: () => void;
}

/** What became of one event: each attempt, and what came back. */
export function DeliveryDrawer({ endpoint, eventId, onClose }: DeliveryDrawerProps) {
  const { id, api } = useEnvironment();
  const query = useQuery({
    queryKey: [id, "webhooks", endpoint.id, "delivery", eventId],
    queryFn: () => {
      const params = { path: { endpointId: endpoint.id, eventId } };
      return content(api.GET("/webhook/{endpointId}/deliveries/{eventId}", { params }));
    },
    ...LIVE,
  });
  return (
    <DetailsDrawer title="Delivery" onClose={onClose}>
      <QueryView query={query}>
        {({ delivery, attempts }) => (
          <Stack>
            <Facts endpoint={endpoint} delivery={delivery} />
            <Attempts attempts={attempts} />
            {delivery.state !== "skipped" && <SentBody eventId={eventId} url={endpoint.url} />}
          </Stack>
        )}
      </QueryView>
    </DetailsDrawer>
  );
}

function Facts({ endpoint, delivery }: { endpoint: Endpoint; delivery: Delivery }) {
  const environment = useEnvironment();
  const { event, state, nextAttemptAt, createdAt } = delivery;
  const isToBeAsked = may(environment, "webhooks:write") && endpoint.enabled && state !== "skipped";
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <DeliveryBadge state={state} />
          <Text fw={600}>{labelOf(event.type)}</Text>
        </Group>
        {isToBeAsked && <Retry endpointId={endpoint.id} eventId={event.id} />}
      </Group>
      <Details>
        <Detail name="Event">
          <RouteAnchor
            to={pathIn(environment, `events/${event.id}`)}
            size="sm"
            underline="always"
            style={{ overflowWrap: "anywhere" }}
          >
            {event.id}
          </RouteAnchor>{" "}
          <CopyButton value={event.id} label="Copy event ID" />
        </Detail>
        <Detail name="Type">{event.type}</Detail>
        <Detail name="Sequence">{event.sequence}</Detail>
        <Detail name="First sent">
          <Time at={createdAt} seconds />
        </Detail>
        {nextAttemptAt !== null && (
          <Detail name="Next attempt">
            <Time at={nextAttemptAt} relative />, <Time at={nextAttemptAt} seconds />
          </Detail>
        )}
      </Details>
    </>
  );
}

function Retry({ endpointId, eventId }: { endpointId: string; eventId: string }) {
  const { id, api } = useEnvironment();
  const retry = useMutation({
    mutationFn: () => {
      const params = { path: { endpointId, eventId } };
      const path = "/webhook/{endpointId}/deliveries/{eventId}/retry";
      return api.POST(path, { params, body: {} });
    },
    onSuccess: () => readAgain(id),
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} />}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        Resend event
      </Button>
      {retry.isError && <ProblemCard error={retry.error} />}
    </>
  );
}

const Attempts = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <Stack gap="xs">
    <Text size="sm" fw={600}>
      Attempts, newest first
    </Text>
    {attempts.length === 0 && (
      <Text size="sm" c="dimmed">
        This event was not sent yet.
      </Text>
    )}
    {attempts.toReversed().map((attempt) => (
      <AttemptCard key={attempt.number} attempt={attempt} />
    ))}
  </Stack>
);
