import { Badge, Code, Group, Paper, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { DELIVERY_STATES } from "../../api/gen/words.ts";
import type { Attempt, Delivery, Endpoint } from "../../api/schema.d.ts";
import { CodeBlock, Details, DetailsDrawer } from "../../components/details.tsx";
import { TypeFilter } from "../../components/event-table.tsx";
import { labelEvent } from "../../components/events.ts";
import { Filters, SelectFilter, useFilters } from "../../components/forms/filters.tsx";
import { CopyButton, Fine, Hint, NoMatch, SmallButton, Strong } from "../../components/inline.tsx";
import { LiveMark, ProblemCard, QueryView, Section } from "../../components/page.tsx";
import { PageLink, RowButton } from "../../components/route-link.tsx";
import { type DataColumn, DataTable } from "../../components/tables/data-table.tsx";
import { StateBadge, Time, toChoices } from "../../components/values.tsx";
import { may, useEnvironment, useList, useLive, useRead } from "../../environment.ts";
import { deliverySearch } from "../../searches.ts";

function emptyText(isAll: boolean, nextCursor: string | null): string {
  if (isAll) return "No deliveries yet. Send a test event, or wait for the next event.";
  // The API looks through a limited number of deliveries per page.
  return nextCursor === null
    ? "No deliveries match these filters. Change or clear the filters."
    : "No deliveries on this page match these filters. To search earlier deliveries, choose Older.";
}

const STATES = toChoices(DELIVERY_STATES);

export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const { search, onSearch, filter, pager } = useFilters(deliverySearch, { resetScroll: false });
  const { open, ...filters } = search;
  const { state, type } = filters;
  const params = { endpointId: endpoint.id, ...filters };
  const query = useList("/webhook/{endpointId}/deliveries", params);
  const isAll = Object.keys(filters).length === 0;
  return (
    <Section
      title="Deliveries"
      description="Successful deliveries are kept for 7 days, all others for 30 days."
      action={query.data && <LiveMark />}
    >
      {!(isAll && query.data?.deliveries.length === 0) && (
        <Filters onClear={(state ?? type) !== undefined && (() => onSearch({}))}>
          <SelectFilter label="State" all="All states" data={STATES} {...filter("state")} />
          <TypeFilter {...filter("type")} />
        </Filters>
      )}
      <QueryView query={query}>
        {({ deliveries, nextCursor }) => (
          <DataTable
            label="Deliveries"
            minWidth={680}
            rows={deliveries}
            empty={<NoMatch>{emptyText(isAll, nextCursor)}</NoMatch>}
            keyOf={({ event }) => event.id}
            columns={deliveryColumns((eventId) => onSearch({ ...search, open: eventId }))}
            pager={{ ...pager, nextCursor }}
          />
        )}
      </QueryView>
      {open !== undefined && (
        <DeliveryDrawer endpoint={endpoint} eventId={open} onClose={() => onSearch(filters)} />
      )}
    </Section>
  );
}

const deliveryColumns = (onOpen: (eventId: string) => void): readonly DataColumn<Delivery>[] => [
  { head: "State", cell: ({ state }) => <StateBadge state={state} /> },
  {
    head: "Event",
    cell: ({ event, createdAt }) => (
      <>
        <RowButton fz="sm" onClick={() => onOpen(event.id)}>
          {labelEvent(event.type)}
        </RowButton>
        <Fine>
          <Code fz="xs">{event.type}</Code>
          <Text span inherit hiddenFrom="sm">
            {" "}
            #{event.sequence}, <Time at={createdAt} seconds />
          </Text>
        </Fine>
      </>
    ),
  },
  { head: "Sequence", isNumber: true, from: "sm", cell: ({ event }) => event.sequence },
  { head: "Attempts", isNumber: true, from: "sm", cell: ({ attempts }) => attempts },
  { head: "First sent", from: "sm", cell: ({ createdAt }) => <Time at={createdAt} seconds /> },
  {
    head: "Next attempt",
    from: "sm",
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} relative />,
  },
];

interface DeliveryDrawerProps {
  endpoint: Endpoint;
  eventId: string;
  onClose: () => void;
}

function DeliveryDrawer({ endpoint, eventId, onClose }: DeliveryDrawerProps) {
  const params = { endpointId: endpoint.id, eventId };
  const query = useLive("/webhook/{endpointId}/deliveries/{eventId}", params);
  return (
    <DetailsDrawer title="Delivery" onClose={onClose}>
      <QueryView query={query}>
        {({ delivery, attempts }) => (
          <Stack>
            <Facts endpoint={endpoint} delivery={delivery} />
            <Stack gap="xs">
              <Strong>Attempts, newest first</Strong>
              {attempts.length === 0 && <Hint>This event was not sent yet.</Hint>}
              {attempts.toReversed().map((attempt) => (
                <AttemptCard key={attempt.number} attempt={attempt} />
              ))}
            </Stack>
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
          <StateBadge state={state} />
          <Text fw={600}>{labelEvent(event.type)}</Text>
        </Group>
        {isToBeAsked && <Retry endpointId={endpoint.id} eventId={event.id} />}
      </Group>
      <Details
        rows={{
          Event: (
            <>
              <PageLink page={`events/${event.id}`}>{event.id}</PageLink>{" "}
              <CopyButton value={event.id} label="Copy event ID" />
            </>
          ),
          Type: event.type,
          Sequence: event.sequence,
          "First sent": <Time at={createdAt} seconds />,
          "Next attempt": nextAttemptAt !== null && (
            <>
              <Time at={nextAttemptAt} relative />, <Time at={nextAttemptAt} seconds />
            </>
          ),
        }}
      />
    </>
  );
}

function Retry(delivery: { endpointId: string; eventId: string }) {
  const { api } = useEnvironment();
  const retry = useMutation({
    mutationFn: () => api.POST("/webhook/{endpointId}/deliveries/{eventId}/retry", delivery),
  });
  return (
    <>
      <SmallButton
        label="Resend event"
        icon={IconRefresh}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      />
      {retry.isError && <ProblemCard error={retry.error} />}
    </>
  );
}

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
          <Strong fw={550}>Attempt {number}</Strong>
          {replay && <Badge color="gray">Replay</Badge>}
          <Hint>
            <Time at={at} seconds /> · {MILLISECONDS.format(durationMs)}
          </Hint>
        </Group>
        {error !== null && <Text size="sm">{ERRORS[error]}</Text>}
        {answer !== "" && <CodeBlock code={answer} label={`Response to attempt ${number}`} />}
        {answer === "" && status !== null && <Fine>The response was empty.</Fine>}
      </Stack>
    </Paper>
  );
}

function SentBody({ eventId, url }: { eventId: string; url: string }) {
  const query = useRead("/event/{eventId}", { eventId }, { staleTime: Infinity });
  const { host, pathname, search } = new URL(url);
  const head = [
    `POST ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    "content-type: application/json",
    "user-agent: TMS-Webhooks/1.0",
    `webhook-id: ${eventId}`,
    "webhook-timestamp: …",
    "webhook-signature: v1,…",
  ];
  return (
    <Stack gap="xs">
      <Strong>Request</Strong>
      <Fine>
        The actual body has no line breaks. Each attempt has its own timestamp and signature.
      </Fine>
      <QueryView query={query} lines={3}>
        {({ event }) => (
          <CodeBlock
            label="Request"
            code={[...head, "", JSON.stringify(event, null, 2)].join("\n")}
          />
        )}
      </QueryView>
    </Stack>
  );
}
