import { useQuery } from "@tanstack/react-query";
import { LIVE, read } from "../../api/client.ts";
import type { Endpoint } from "../../api/schema.d.ts";
import { useEnvironment, useLive } from "../../environment.ts";
import { hasTrouble, type Undelivered } from "./health.ts";

export const useEndpoint = (endpointId: string) => useLive("/webhook/{endpointId}", { endpointId });

/** Reads nothing if the endpoint lags or never failed. */
export function useUndelivered({ id: endpointId, state, lag, lastFailureAt }: Endpoint) {
  const environment = useEnvironment();
  const isTroubled = hasTrouble(state);
  return useQuery({
    queryKey: [environment.id, "webhook", endpointId, "undelivered", isTroubled],
    queryFn: async (): Promise<Undelivered> => {
      const has = async (wanted: "retrying" | "failed") => {
        const params = { endpointId, state: wanted, limit: 1 };
        const page = await read(environment, "/webhook/{endpointId}/deliveries", params).queryFn();
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
