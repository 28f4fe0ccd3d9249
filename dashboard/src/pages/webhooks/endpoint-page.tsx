import { Code, Group, Stack } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../api/client.ts";
import type { Endpoint } from "../../api/schema.d.ts";
import { Copyable, Details } from "../../components/details.tsx";
import { CopyButton, Fine, SmallButton } from "../../components/inline.tsx";
import { PageHeader, ProblemCard, QueryView, Section, Warning } from "../../components/page.tsx";
import {
  endpointName,
  Figure,
  Figures,
  formatTime,
  StateBadge,
  Time,
} from "../../components/values.tsx";
import { may, useEnvironment } from "../../environment.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import {
  describeLag,
  type LastDay,
  outOf,
  successRate,
  useEndpoint,
  useUndelivered,
  waitedFor,
} from "./endpoint-health.ts";

export default function EndpointPage() {
  const environment = useEnvironment();
  const { endpointId } = useParams({ from: "/signed-in/g/$gameId/$mode/webhooks/$endpointId" });
  const query = useEndpoint(endpointId);
  const endpoint = query.data?.endpoint;
  const [rolls, setRolls] = useState(0);
  return (
    <>
      <PageHeader
        title={endpoint ? endpointName(endpoint.url) : "Endpoint"}
        above={{ label: "Webhooks", page: "webhooks" }}
        mark={endpoint && <StateBadge state={endpoint.state} />}
        description={endpoint?.description}
        actions={
          endpoint &&
          may(environment, "webhooks:write") && (
            <EndpointActions endpoint={endpoint} onRoll={() => setRolls(rolls + 1)} />
          )
        }
      />
      <QueryView query={query} lines={8}>
        {({ endpoint: found, lastDay }) => (
          <Stack gap="lg">
            <Trouble endpoint={found} />
            <EndpointFigures endpoint={found} lastDay={lastDay} />
            {/* A new key hides a revealed secret that was rolled. */}
            <Settings key={rolls} endpoint={found} />
            <Deliveries endpoint={found} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}

const DISABLED = {
  gone: "The endpoint returned status 410 (Gone).",
  failing: "All attempts of an event failed, and no delivery succeeded for three days.",
};

function Trouble({ endpoint: { state, disabledReason } }: { endpoint: Endpoint }) {
  if (state === "disabled")
    return (
      <Warning color="red" title="This endpoint is disabled">
        {DISABLED[disabledReason === "gone" ? "gone" : "failing"]} Fix your receiver, enable the
        endpoint, and replay the failed events.
      </Warning>
    );
  if (state === "failing")
    return (
      <Warning title="The latest attempts failed">
        The service tries each event up to ten times within three days. After five failures in a
        row, it sends only one event at a time, with pauses of up to five minutes. The other events
        wait. To find the cause, look at the responses in the deliveries below.
      </Warning>
    );
  return null;
}

function EndpointFigures({ endpoint, lastDay }: { endpoint: Endpoint; lastDay: LastDay }) {
  const undelivered = useUndelivered(endpoint);
  const moment = (label: string, at: string | null) => (
    <Figure
      label={label}
      value={<Time at={at} relative none="never" />}
      note={at === null ? "" : formatTime(at)}
    />
  );
  return (
    <Figures>
      <Figure label="Success rate, 24 hours" value={successRate(lastDay)} note={outOf(lastDay)} />
      <Figure
        label="Lag"
        value={describeLag(endpoint, undelivered)}
        note={waitedFor(endpoint) ?? `sent up to sequence ${endpoint.position}`}
      />
      {moment("Last success", endpoint.lastSuccessAt)}
      {moment("Last failure", endpoint.lastFailureAt)}
    </Figures>
  );
}

function Settings({ endpoint: { id, url, events, createdAt } }: { endpoint: Endpoint }) {
  const environment = useEnvironment();
  return (
    <Section title="Settings">
      <Details
        rows={{
          URL: <Copyable value={url} name="URL" />,
          Events: events.includes("*") ? (
            "all events"
          ) : (
            <Group gap={6}>
              {events.map((type) => (
                <Code key={type}>{type}</Code>
              ))}
            </Group>
          ),
          Secret: may(environment, "webhooks:write") && <EndpointSecret endpointId={id} />,
          Created: <Time at={createdAt} />,
          ID: <Copyable value={id} name="endpoint ID" />,
        }}
      />
    </Section>
  );
}

/** Reveals the secret on request, because each reveal is an event. `gcTime: 0` drops it with the page. */
function EndpointSecret({ endpointId }: { endpointId: string }) {
  const reveal = useMutation({
    mutationFn: read(useEnvironment(), "/webhook/{endpointId}/secret", { endpointId }).queryFn,
    gcTime: 0,
  });
  if (reveal.isError) return <ProblemCard error={reveal.error} retry={() => reveal.mutate()} />;
  if (reveal.data === undefined)
    return (
      <Group gap="sm">
        <span aria-hidden="true">whsec_••••••••••••••••</span>
        <SmallButton
          label="Reveal secret"
          size="compact-xs"
          icon={IconEye}
          loading={reveal.isPending}
          onClick={() => reveal.mutate()}
        />
      </Group>
    );
  const { secret, previous, previousEndsAt } = reveal.data;
  return (
    <Stack gap={6} align="flex-start">
      <Secret label="Signing secret" secret={secret} />
      {previous !== null && (
        <>
          <Fine>
            The previous secret also signs deliveries
            {previousEndsAt !== null && (
              <>
                {" "}
                until <Time at={previousEndsAt} />
              </>
            )}
            :
          </Fine>
          <Secret label="Previous secret" secret={previous} />
        </>
      )}
      <SmallButton
        label="Hide secret"
        size="compact-xs"
        icon={IconEyeOff}
        onClick={() => reveal.reset()}
      />
    </Stack>
  );
}

const Secret = ({ label, secret }: { label: string; secret: string }) => (
  <Group gap={4} wrap="nowrap">
    <Code role="group" aria-label={label} style={{ overflowWrap: "anywhere" }}>
      {secret}
    </Code>
    <CopyButton value={secret} label={`Copy ${label.toLowerCase()}`} />
  </Group>
);
