import type { Endpoint } from "../../../api/types.ts";
import { Figure, Figures } from "../../../components/values/figures.tsx";
import { formatTime, Time } from "../../../components/values/time.tsx";
import { lagOf, waitedFor } from "../lag.ts";
import { useUndelivered } from "../reads.ts";
import { outOf, successRate, type LastDay } from "../success.ts";

/** How an endpoint does. */
export function EndpointFigures({ endpoint, lastDay }: { endpoint: Endpoint; lastDay: LastDay }) {
  const undelivered = useUndelivered(endpoint);
  return (
    <Figures>
      <Figure label="Success rate, 24 hours" value={successRate(lastDay)} note={outOf(lastDay)} />
      <Figure
        label="Lag"
        value={lagOf(endpoint, undelivered)}
        note={waitedFor(endpoint) ?? `sent up to sequence ${endpoint.position}`}
      />
      <Moment label="Last success" at={endpoint.lastSuccessAt} />
      <Moment label="Last failure" at={endpoint.lastFailureAt} />
    </Figures>
  );
}

const Moment = ({ label, at }: { label: string; at: string | null }) => (
  <Figure
    label={label}
    value={at === null ? "never" : <Time at={at} relative />}
    note={at === null ? "" : formatTime(at)}
  />
);
