import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/client.ts";
import { LIVE, queryClient } from "../../api/query-client.ts";
import type { Endpoint } from "../../api/types.ts";
import { useEnvironment } from "../../environment.ts";
import { hasTrouble, type Undelivered } from "./health.ts";

export function useEndpoint(endpointId: string) {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "webhooks", endpointId],
    queryFn: () => content(api.GET("/webhook/{endpointId}", { params: { path: { endpointId } } })),
    ...LIVE,
  });
}

/**
 * Reads whether sent events are undelivered. Reads nothing if the endpoint lags or never failed.
 */
export function useUndelivered({ id: endpointId, state, lag, lastFailureAt }: Endpoint) {
  const { id, api } = useEnvironment();
  const isTroubled = hasTrouble(state);
  return useQuery({
    queryKey: [id, "webhooks", endpointId, "undelivered", isTroubled],
    queryFn: async (): Promise<Undelivered> => {
      const has = async (wanted: "retrying" | "failed") => {
        const params = { path: { endpointId }, query: { state: wanted, limit: 1 } };
        const page = await content(api.GET("/webhook/{endpointId}/deliveries", { params }));
        return page.deliveries.length > 0;
      };
      if (await has("retrying")) return "some retrying";
      // Earlier failures do not matter after the endpoint recovered.
      return isTroubled && (await has("failed")) ? "some failed" : "none";
    },
    enabled: lag.events === 0 && lastFailureAt !== null,
    ...LIVE,
  }).data;
}

export const refreshEndpoints = (environmentId: string): void =>
  void queryClient.invalidateQueries({ queryKey: [environmentId, "webhooks"] });
