import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/client.ts";
import { LIVE, queryClient } from "../../api/query-client.ts";
import type { Endpoint } from "../../api/types.ts";
import { useEnvironment } from "../../environment.ts";
import { hasTrouble, type Undelivered } from "./health.ts";

/** Reads an endpoint and its last day, again and again. */
export function useEndpoint(endpointId: string) {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "webhooks", endpointId],
    queryFn: () => content(api.GET("/webhook/{endpointId}", { params: { path: { endpointId } } })),
    ...LIVE,
  });
}

/**
 * Reads what becomes of events that an endpoint was sent and did not take, where there may be any. An
 * endpoint that is behind, or never failed, is not asked.
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
      // Those of long ago are no news of an endpoint that works again.
      return isTroubled && (await has("failed")) ? "some failed" : "none";
    },
    enabled: lag.events === 0 && lastFailureAt !== null,
    ...LIVE,
  }).data;
}

/** Has everything about an environment's endpoints read again, because something was changed. */
export const readAgain = (environmentId: string): void =>
  void queryClient.invalidateQueries({ queryKey: [environmentId, "webhooks"] });
