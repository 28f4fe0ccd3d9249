import { Counter, Histogram, type Gauge } from "prom-client";
import type { Queryable } from "@tms/kit/database/handle";
import { figureOf, gaugeOf } from "@tms/kit/metrics/backlog";
import { SECONDS } from "@tms/kit/metrics/registry";
import { MAX_FAILURES } from "./dispatching/schedule.ts";
import { isSuccess, type Outcome, type Sender } from "./sending/send.ts";

export type EventsMetrics = ReturnType<typeof createEventsMetrics>;

export const createEventsMetrics = () => ({
  recorded: new Counter({
    name: "tms_events_recorded_total",
    help: "Events recorded in all environments, by type",
    labelNames: ["type"],
    registers: [],
  }),
  attempts: new Histogram({
    name: "tms_webhook_attempt_seconds",
    help: "Duration of requests to webhook endpoints, by outcome",
    labelNames: ["outcome"],
    buckets: SECONDS,
    registers: [],
  }),
});

export const measured = (sender: Sender, attempts: EventsMetrics["attempts"]): Sender => ({
  ...sender,
  async send(...request) {
    const outcome = await sender.send(...request);
    attempts.observe({ outcome: toLabel(outcome) }, outcome.durationMs / 1_000);
    return outcome;
  },
});

function toLabel(outcome: Outcome): string {
  if (isSuccess(outcome)) return "delivered";
  return outcome.error ?? `${Math.floor((outcome.status ?? 0) / 100)}xx`;
}

// SQL: the failures and lag of each enabled endpoint. The lag is null if no event waits.
const LAGS = `SELECT d.failures, (
    SELECT greatest(extract(epoch FROM clock_timestamp() - waiting.created_at), 0)
    FROM event waiting WHERE waiting.game_id = d.game_id AND waiting.sequence > d.position
    ORDER BY waiting.sequence LIMIT 1) AS seconds
  FROM dispatch d JOIN endpoint e ON e.id = d.endpoint_id
  WHERE e.disabled_reason IS NULL AND e.removed_at IS NULL`;

/** Creates gauges. If many endpoints lag, the cause is probably this service, and not a slow receiver. */
export const webhookLags = (db: Queryable): Gauge[] => [
  gaugeOf({
    name: "tms_webhook_endpoints",
    help: "Enabled webhook endpoints",
    read: figureOf(db, `SELECT count(*)::float8 AS figure FROM (${LAGS}) lag`),
  }),
  gaugeOf({
    name: "tms_webhook_endpoints_lagging",
    help: "Enabled webhook endpoints whose next event has waited for more than a minute, without those in backoff",
    read: figureOf(
      db,
      `SELECT count(*)::float8 AS figure FROM (${LAGS}) lag
       WHERE seconds > 60 AND failures < ${MAX_FAILURES}`,
    ),
  }),
];
