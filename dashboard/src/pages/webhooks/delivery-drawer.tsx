import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { content } from "../../api/client.ts";
import { LIVE } from "../../api/query-client.ts";
import type { Attempt, Delivery, Endpoint } from "../../api/types.ts";
import { CodeBlock, CopyButton } from "../../components/code.tsx";
import { labelEvent } from "../../components/events/labels.ts";
import { Detail, Details, DetailsDrawer } from "../../components/details.tsx";
import { IconRefresh } from "../../components/icons.ts";
import { ProblemCard, QueryView } from "../../components/page/query-view.tsx";
import { RouteAnchor } from "../../components/page/route-link.tsx";
import { Time } from "../../components/values/time.tsx";
import { DeliveryBadge } from "../../components/webhooks.tsx";
import { may, pathIn, useEnvironment } from "../../environment.ts";
import { refreshEndpoints } from "./queries.ts";

interface DeliveryDrawerProps {
  endpoint: Endpoint;
  eventId: string;
  onClose: () => void;
}

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
          <Text fw={600}>{labelEvent(event.type)}</Text>
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
    onSuccess: () => refreshEndpoints(id),
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

const ERRORS: Readonly<Record<NonNullable<Attempt["error"]>, string>> = {
  timeout: "No complete response arrived within 15 seconds. Respond before you process the event.",
  refused: "The connection failed or was closed early. Check that your receiver is running.",
  tls: "The TLS handshake failed. Check the certificate.",
  dns: "The host name could not be resolved. Check the URL.",
  address_blocked: "The address is not public. Use a URL with a public address.",
  too_large: "The response was larger than 64 KiB. Send a shorter response.",
  redirect:
    "The response was a redirect. The service does not follow redirects. Use the final URL.",
};

const MILLISECONDS = new Intl.NumberFormat(undefined, { style: "unit", unit: "millisecond" });

const hasSucceeded = ({ status, error }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

export function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, at, durationMs, status, error, answer, replay } = attempt;
  return (
    <Paper withBorder p="sm" component="article" aria-label={`Attempt ${number}`}>
      <Stack gap="xs">
        <Group gap="sm">
          <Badge color={hasSucceeded(attempt) ? "teal" : "red"}>{status ?? error}</Badge>
          <Text size="sm" fw={550}>
            Attempt {number}
          </Text>
          {replay && <Badge color="gray">replay</Badge>}
          <Text size="sm" c="dimmed">
            <Time at={at} seconds /> · {MILLISECONDS.format(durationMs)}
          </Text>
        </Group>
        {error !== null && <Text size="sm">{ERRORS[error]}</Text>}
        {answer !== "" && <CodeBlock code={answer} label={`Response to attempt ${number}`} />}
        {answer === "" && status !== null && (
          <Text size="xs" c="dimmed">
            The response was empty.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function SentBody({ eventId, url }: { eventId: string; url: string }) {
  const { id, api } = useEnvironment();
  const query = useQuery({
    queryKey: [id, "event", eventId],
    queryFn: async () => {
      const params = { path: { eventId } };
      return (await content(api.GET("/event/{eventId}", { params }))).event;
    },
    // An event never changes.
    staleTime: Infinity,
  });
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Request
      </Text>
      <Text size="xs" c="dimmed">
        The actual body has no line breaks. Each attempt has its own timestamp and signature.
      </Text>
      <QueryView query={query} lines={3}>
        {(event) => (
          <CodeBlock
            label="Request"
            code={[...requestHead(url, eventId), "", JSON.stringify(event, null, 2)].join("\n")}
          />
        )}
      </QueryView>
    </Stack>
  );
}

const requestHead = (url: string, eventId: string): string[] => {
  const { host, pathname, search } = new URL(url);
  return [
    `POST ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    "content-type: application/json",
    "user-agent: TMS-Webhooks/1.0",
    `webhook-id: ${eventId}`,
    "webhook-timestamp: …",
    "webhook-signature: v1,…",
  ];
};
