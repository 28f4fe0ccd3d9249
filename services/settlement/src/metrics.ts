import type { Gauge } from "prom-client";
import type { Queryable } from "@tms/kit/database/handle";
import { countOf, figureOf, gaugeOf } from "@tms/kit/metrics/backlog";

// SQL: the time at which a settlement should have started. A failure changes run_at, so this is due_at. In a
// test environment this is run_at, because due_at is a time of the test clock.
const SHOULD_RUN_AT = `CASE WHEN test THEN run_at ELSE least(due_at, run_at) END`;

export const settlementBacklog = (db: Queryable): Gauge[] => [
  gaugeOf({
    name: "tms_settlements_overdue_seconds",
    help: "Delay of the most overdue settlement without a worker; 0 if none is overdue",
    read: figureOf(
      db,
      `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - ${SHOULD_RUN_AT})), 0)::float8 AS figure
       FROM settlement
       WHERE state <> 'done' AND dead_at IS NULL AND run_at <= now() + interval '1 minute'
         AND ${SHOULD_RUN_AT} <= now() AND (lease_until IS NULL OR lease_until <= now())`,
    ),
  }),
  gaugeOf({
    name: "tms_settlements_dead",
    help: "Settlements that were given up and need an operator; counted up to 1,000",
    read: countOf(db, "settlement WHERE dead_at IS NOT NULL", 1_000),
  }),
];
