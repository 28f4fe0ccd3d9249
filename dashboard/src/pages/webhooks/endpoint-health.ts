import { useQuery } from "@tanstack/react-query";
import { type Answer, LIVE, read } from "../../api/client.ts";
import type { Endpoint } from "../../api/schema.d.ts";
import { formatPercent } from "../../components/amount.ts";
import { humanize } from "../../components/values.tsx";
import { useEnvironment, useLive } from "../../environment.ts";

const COUNT = new Intl.NumberFormat();
const MINUTE_S = 60;
const SECOND_MS = 1_000;

export type Undelivered = "some retrying" | "some failed" | "none";

const hasTrouble = (state: Endpoint["state"]): boolean =>
  state === "failing" || state === "disabled";

/** Describes the lag of an endpoint. An endpoint is up to date only if it accepted every event. */
export function describeLag(
  { lag: { events }, state }: Pick<Endpoint, "lag" | "state">,
  undelivered: Undelivered | undefined,
): string {
  if (events > 0) return `${COUNT.format(events)} event${events === 1 ? "" : "s"}`;
  if (undelivered !== undefined && undelivered !== "none") return `all sent, ${undelivered}`;
  return hasTrouble(state) ? "all sent" : "up to date";
}

export function waitedFor({ lag: { events, seconds } }: Endpoint): string | undefined {
  if (events === 0) return undefined;
  return `waiting for ${seconds < MINUTE_S ? `${seconds} s` : humanize(seconds * SECOND_MS)}`;
}

export type LastDay = Answer<"/webhook/{endpointId}">["lastDay"];

const MAX_COUNTED = 10_000;
const TENTHS = 10;
const HUNDRED = 100;

/** Returns the success rate, rounded down so that one failure is never "100%". */
export function successRate({ attempts, failures }: LastDay): string {
  if (attempts === 0) return "–";
  const percent = ((attempts - failures) / attempts) * HUNDRED;
  return formatPercent(Math.floor(percent * TENTHS) / TENTHS);
}

export function outOf({ attempts, failures }: LastDay): string {
  if (attempts === 0) return "no attempts";
  const all = `${attempts < MAX_COUNTED ? "" : "the newest "}${COUNT.format(attempts)}`;
  return `${COUNT.format(failures)} of ${all} attempt${attempts === 1 ? "" : "s"} failed`;
}

export const useEndpoint = (endpointId: string) => useLive("/webhook/{endpointId}", { endpointId });

/** Reads whether sent events are undelivered. Reads nothing if the endpoint lags or never failed. */
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
