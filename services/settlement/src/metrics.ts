import type { Gauge } from "prom-client";
import type { Queryable } from "@tms/kit/database/handle";
import { figureOf } from "@tms/kit/metrics/backlog";
import { gaugeOf } from "@tms/kit/metrics/reading";

/** What should have been settled, and what an operator must look at. */
export const settlementBacklog = (db: Queryable): Gauge[] => [
  gaugeOf({
    name: "tms_settlements_overdue_seconds",
    help: "For how long the settlement that is due the longest waits for a worker; 0 when none does",
    // One that a worker has is not overdue, however long it takes.
    read: figureOf(
      db,
      `SELECT coalesce(extract(epoch FROM clock_timestamp() - (
         SELECT run_at FROM settlement
         WHERE state <> 'done' AND dead_at IS NULL AND run_at <= now()
           AND (lease_until IS NULL OR lease_until <= now())
         ORDER BY run_at LIMIT 1)), 0)::float8 AS figure`,
    ),
  }),
  gaugeOf({
    name: "tms_settlements_dead",
    help: "Settlements that were given up and wait for an operator; counted up to 1,000",
    read: figureOf(
      db,
      `SELECT count(*)::float8 AS figure FROM (
         SELECT FROM settlement WHERE dead_at IS NOT NULL LIMIT 1000) dead`,
    ),
  }),
];
