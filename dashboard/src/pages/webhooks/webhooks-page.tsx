import { Anchor, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Endpoint } from "../../api/schema.d.ts";
import { CodeBlock, SecretAlert } from "../../components/details.tsx";
import { DialogButton, FormDialog } from "../../components/forms/dialogs.tsx";
import { Fine } from "../../components/inline.tsx";
import { EmptyState, PageHeader, QueryView } from "../../components/page.tsx";
import { PageButton, RowLink } from "../../components/route-link.tsx";
import { type DataColumn, DataTable } from "../../components/tables/data-table.tsx";
import { endpointName, StateBadge, Time } from "../../components/values.tsx";
import { may, useEnvironment, useLive } from "../../environment.ts";
import { describeEvents, EndpointFields, NEW_ENDPOINT, toBody } from "./endpoint-fields.tsx";
import {
  describeLag,
  outOf,
  successRate,
  useEndpoint,
  useUndelivered,
  waitedFor,
} from "./endpoint-health.ts";

export default function WebhooksPage() {
  const environment = useEnvironment();
  const [issued, setIssued] = useState<Issued>();
  const query = useLive("/webhook", {});
  const isEmpty = query.data?.endpoints.length === 0;
  const create = may(environment, "webhooks:write") && (
    <DialogButton
      icon={IconPlus}
      label="Add endpoint"
      dialog={<CreateEndpoint onIssued={setIssued} />}
    />
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Webhooks send signed events to your backend immediately. Failed deliveries are retried for up to three days."
        actions={query.data && !isEmpty && create}
      />
      <Stack>
        {issued && <NewSecret issued={issued} onClose={() => setIssued(undefined)} />}
        <QueryView query={query} empty={isEmpty && <NoEndpoints action={create} />}>
          {({ endpoints }) => (
            <DataTable
              label="Endpoints"
              minWidth={720}
              rows={endpoints}
              keyOf={({ id }) => id}
              columns={COLUMNS}
            />
          )}
        </QueryView>
      </Stack>
    </>
  );
}

const COLUMNS: readonly DataColumn<Endpoint>[] = [
  {
    head: "Endpoint",
    cell: (endpoint) => (
      <>
        <RowLink page={`webhooks/${endpoint.id}`}>{endpointName(endpoint.url)}</RowLink>
        <Fine lineClamp={2}>{endpoint.description || describeEvents(endpoint.events)}</Fine>
        <NarrowState endpoint={endpoint} />
      </>
    ),
  },
  { head: "State", cell: ({ state }) => <StateBadge state={state} /> },
  { head: "Lag", from: "sm", cell: (endpoint) => <Lag endpoint={endpoint} /> },
  { head: "Success rate, 24 hours", from: "sm", cell: ({ id }) => <Success endpointId={id} /> },
  {
    head: "Last failure",
    from: "sm",
    cell: ({ lastFailureAt }) => (
      <Text size="sm" component="div">
        <Time at={lastFailureAt} relative none="never" />
      </Text>
    ),
  },
];

function NarrowState({ endpoint }: { endpoint: Endpoint }) {
  const { lag, lastFailureAt } = endpoint;
  return (
    <Text size="xs" hiddenFrom="sm" component="div">
      {describeLag(endpoint, useUndelivered(endpoint))}
      {lag.events > 0 && " behind"}
      {lastFailureAt !== null && (
        <>
          , failed <Time at={lastFailureAt} relative />
        </>
      )}
    </Text>
  );
}

const Lag = ({ endpoint }: { endpoint: Endpoint }) => (
  <>
    <Text size="sm">{describeLag(endpoint, useUndelivered(endpoint))}</Text>
    <Fine>{waitedFor(endpoint)}</Fine>
  </>
);

/** Reads each of at most ten endpoints, because the list does not contain the last day. */
function Success({ endpointId }: { endpointId: string }) {
  const { data } = useEndpoint(endpointId);
  if (data === undefined) return null;
  return (
    <>
      <Text size="sm">{successRate(data.lastDay)}</Text>
      <Fine>{outOf(data.lastDay)}</Fine>
    </>
  );
}

const NoEndpoints = ({ action }: { action: ReactNode }) => (
  <EmptyState isWide icon={IconWebhook} title="No endpoints yet" action={action}>
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

function CreateEndpoint({ onIssued }: { onIssued: (issued: Issued) => void }) {
  const { mode } = useEnvironment();
  const form = useForm({ initialValues: NEW_ENDPOINT });
  return (
    <FormDialog
      title={`Add an endpoint for ${mode} events`}
      form={form}
      send={(values, api) => api.POST("/webhook/create", toBody(values))}
      onDone={onIssued}
      action="Add endpoint"
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

const NewSecret = ({ issued, onClose }: { issued: Issued; onClose: () => void }) => (
  <SecretAlert
    title={`Endpoint added: ${endpointName(issued.endpoint.url)}`}
    onClose={onClose}
    action={
      <PageButton size="xs" page={`webhooks/${issued.endpoint.id}`}>
        Open endpoint
      </PageButton>
    }
  >
    <Text size="sm">
      Every event is signed. Add the secret to your backend, so that your backend can verify the
      signatures.
    </Text>
    {issued.secret === null ? (
      <Text size="sm">
        The secret could not be shown. Open the endpoint and choose Reveal secret.
      </Text>
    ) : (
      <CodeBlock code={`TMS_WEBHOOK_SECRET=${issued.secret}`} label="Secret" />
    )}
  </SecretAlert>
);
