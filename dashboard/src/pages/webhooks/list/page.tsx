import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { content } from "../../../api/content.ts";
import { LIVE } from "../../../api/live.ts";
import { IconPlus } from "../../../components/icons.ts";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { may, useEnvironment } from "../../../environment.ts";
import { NewSecret, type Issued } from "../new-secret.tsx";
import { CreateEndpoint } from "./create-endpoint.tsx";
import { EndpointTable } from "./endpoint-table.tsx";
import { NoEndpoints } from "./no-endpoints.tsx";

/** The environment's endpoints. */
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
