import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import { LIVE } from "../../api/live.ts";
import { queryClient } from "../../app/query-client.ts";
import { useEnvironment } from "../../layout/environment.ts";

/** Reads an endpoint and its last day, again and again. */
export function useEndpoint(endpointId: string) {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "webhooks", endpointId],
    queryFn: () => content(api.GET("/webhook/{endpointId}", { params: { path: { endpointId } } })),
    ...LIVE,
  });
}

/** Has everything about an environment's endpoints read again, because something was changed. */
export const readAgain = (environmentId: string): void =>
  void queryClient.invalidateQueries({ queryKey: [environmentId, "webhooks"] });
