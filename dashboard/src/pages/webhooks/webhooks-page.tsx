import { Alert, Anchor, Button, Group, ScrollArea, Stack, Table, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { content } from "../../api/client.ts";
import { LIVE } from "../../api/query-client.ts";
import type { Endpoint } from "../../api/types.ts";
import { CodeBlock } from "../../components/code.tsx";
import { FormDialog, useSubmit } from "../../components/forms/submit.tsx";
import { IconKey, IconPlus, IconWebhook } from "../../components/icons.ts";
import { EmptyState, PageHeader } from "../../components/page/page.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { RouteButton } from "../../components/page/route-link.tsx";
import links from "../../components/tables/row-link.module.css";
import { Time } from "../../components/values/time.tsx";
import { EndpointBadge, endpointName } from "../../components/webhooks.tsx";
import { may, pathIn, useEnvironment } from "../../environment.ts";
import { toBody, describeEvents, EndpointFields, NEW_ENDPOINT } from "./endpoint-fields.tsx";
import { describeLag, outOf, successRate, waitedFor } from "./health.ts";
import { refreshEndpoints, useEndpoint, useUndelivered } from "./queries.ts";

export function WebhooksPage() {
  const environment = useEnvironment();
  const { id, api } = environment;
  const [isCreating, setCreating] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  const query = useQuery({
    queryKey: [id, "webhooks"],
    queryFn: async () => (await content(api.GET("/webhook", {}))).endpoints,
    ...LIVE,
  });
  const create = may(environment, "webhooks:write") && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Webhooks send signed events to your backend immediately. Failed deliveries are retried for up to three days."
        actions={query.data && query.data.length > 0 && create}
      />
      <Stack>
        {issued && <NewSecret issued={issued} onClose={() => setIssued(undefined)} />}
        <QueryView query={query}>
          {(endpoints) =>
            endpoints.length === 0 ? (
              <NoEndpoints action={create} />
            ) : (
              <EndpointTable endpoints={endpoints} />
            )
          }
        </QueryView>
      </Stack>
      {isCreating && (
        <CreateEndpoint
          onClose={() => setCreating(false)}
          onIssued={(made) => {
            setCreating(false);
            setIssued(made);
          }}
        />
      )}
    </>
  );
}

const EndpointTable = ({ endpoints }: { endpoints: readonly Endpoint[] }) => (
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
  const lag = describeLag(endpoint, useUndelivered(endpoint));
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

/** The list does not contain the last day. There are at most ten endpoints. */
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

const NoEndpoints = ({ action }: { action: ReactNode }) => (
  <EmptyState isWide icon={<IconWebhook size={28} />} title="No endpoints yet" action={action}>
    <Text mb="sm">
      An endpoint receives each event as a signed POST request as soon as the event happens. This
      example is a complete receiver:
    </Text>
    <CodeBlock code={RECEIVER} label="Example of a receiver" />
    <Text size="sm" mt="sm">
      <Anchor href="/docs/webhooks" target="_blank" underline="always" inherit>
        The guide
      </Anchor>{" "}
      explains duplicates, order and retries.
    </Text>
  </EmptyState>
);

const RECEIVER = `import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook } from "@tms/sdk";

const secret = process.env.TMS_WEBHOOK_SECRET ?? "";

createServer(async (request, reply) => {
  try {
    const event = await verifyWebhook(await buffer(request), request.headers, secret);
    console.log(event.sequence, event.type);
    reply.writeHead(204).end();
  } catch {
    reply.writeHead(401).end();
  }
}).listen(8090);`;

interface CreateEndpointProps {
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}

function CreateEndpoint({ onClose, onIssued }: CreateEndpointProps) {
  const { id, mode, api } = useEnvironment();
  const form = useForm({ initialValues: NEW_ENDPOINT });
  const submission = useSubmit(
    form,
    (values) => content(api.POST("/webhook/create", { body: toBody(values) })),
    (issued) => {
      refreshEndpoints(id);
      onIssued(issued);
    },
  );
  return (
    <FormDialog
      title={`Add an endpoint for ${mode} events`}
      submission={submission}
      back="Cancel"
      action="Add endpoint"
      onClose={onClose}
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}

interface Issued {
  endpoint: Endpoint;
  /** Null if the first response was lost. The endpoint's page reveals the secret. */
  secret: string | null;
}

function NewSecret({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const environment = useEnvironment();
  const { endpoint, secret } = issued;
  return (
    <Alert
      color="teal"
      variant="outline"
      title={`Endpoint added: ${endpointName(endpoint.url)}`}
      icon={<IconKey size={18} />}
    >
      <Stack gap="sm">
        <Text size="sm">
          Every event is signed. Add the secret to your backend, so that your backend can verify the
          signatures.
        </Text>
        {secret === null ? (
          <Text size="sm">
            The secret could not be shown. Open the endpoint and choose Reveal secret.
          </Text>
        ) : (
          <CodeBlock code={`TMS_WEBHOOK_SECRET=${secret}`} label="Secret" />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            I stored the secret
          </Button>
          <RouteButton size="xs" to={pathIn(environment, `webhooks/${endpoint.id}`)}>
            Open endpoint
          </RouteButton>
        </Group>
      </Stack>
    </Alert>
  );
}
