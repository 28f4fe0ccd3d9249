import { Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { endpointName } from "../../../components/webhooks/endpoint-name.ts";
import { may, pathIn, useEnvironment } from "../../../environment.ts";
import { useEndpoint } from "../reads.ts";
import { EndpointBadge } from "../state-badge.tsx";
import { EndpointActions } from "./actions/endpoint-actions.tsx";
import { Deliveries } from "./deliveries/deliveries.tsx";
import { EndpointFigures } from "./endpoint-figures.tsx";
import { Settings } from "./settings.tsx";
import { Trouble } from "./trouble.tsx";

/** One endpoint: how it does, what can be done with it, and what became of each event. */
export function EndpointPage() {
  const environment = useEnvironment();
  const { endpointId } = useParams({ from: "/signed-in/g/$gameId/$mode/webhooks/$endpointId" });
  const query = useEndpoint(endpointId);
  const endpoint = query.data?.endpoint;
  return (
    <>
      <PageHeader
        title={endpoint ? endpointName(endpoint.url) : "Endpoint"}
        above={{ label: "Webhooks", to: pathIn(environment, "webhooks") }}
        mark={endpoint && <EndpointBadge state={endpoint.state} />}
        description={endpoint?.description}
        actions={
          endpoint && may(environment, "webhooks:write") && <EndpointActions endpoint={endpoint} />
        }
      />
      <QueryView query={query} lines={8}>
        {({ endpoint: read, lastDay }) => (
          <Stack gap="lg">
            <Trouble endpoint={read} />
            <EndpointFigures endpoint={read} lastDay={lastDay} />
            <Settings endpoint={read} />
            <Deliveries endpoint={read} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}
