import { useNavigate } from "@tanstack/react-router";
import { queryClient } from "../../../../api/query-client.ts";
import { ConfirmByName } from "../../../../components/forms/confirm-by-name.tsx";
import { endpointHost } from "../../../../components/webhooks/endpoint-name.ts";
import { pathIn, useEnvironment } from "../../../../environment.ts";
import { readAgain } from "../../reads.ts";
import type { EndpointDialogProps } from "./dialog.ts";

/** Removes an endpoint for good. */
export function RemoveEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { id, api } = environment;
  const queryKey = [id, "webhooks", endpoint.id];
  // Away first: nothing is to be read again about an endpoint that is gone.
  async function leave(): Promise<void> {
    await navigate({ to: pathIn(environment, "webhooks") });
    queryClient.removeQueries({ queryKey });
    readAgain(id);
  }
  return (
    <ConfirmByName
      title="Remove endpoint"
      name={endpointHost(endpoint.url)}
      action="Remove endpoint"
      act={() => {
        const params = { path: { endpointId: endpoint.id } };
        return api.PATCH("/webhook/{endpointId}/remove", { params, body: {} });
      }}
      onDone={() => void leave()}
      onClose={onClose}
    >
      No more events are sent to <b>{endpoint.url}</b>. The deliveries and the secret of the
      endpoint are deleted. The events stay in the event log. You cannot undo this.
    </ConfirmByName>
  );
}
