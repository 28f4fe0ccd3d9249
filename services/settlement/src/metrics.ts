import type { Gauge } from "prom-client";
import type { Queryable } from "@tms/kit/database/handle";
import { countOf, figureOf } from "@tms/kit/metrics/backlog";
import { gaugeOf } from "@tms/kit/metrics/reading";

/** What should have been settled, and what an operator must look at. */
export const settlementBacklog = (db: Queryable): Gauge[] => [
  gaugeOf({
    name: "tms_settlements_overdue_seconds",
    help: "Delay of the most overdue settlement without a worker; 0 if none is overdue",
    // One that a worker has is not late, however long it takes; one that failed and pauses is. A pause
    // moves run_at by a minute at most, and due_at of a test environment goes by its own clock.
    read: figureOf(
      db,
      `SELECT coalesce(max(extract(epoch FROM clock_timestamp()
           - CASE WHEN test THEN run_at ELSE least(due_at, run_at) END)), 0)::float8 AS figure
       FROM settlement
       WHERE state <> 'done' AND dead_at IS NULL AND run_at <= now() + interval '1 minute'
         AND CASE WHEN test THEN run_at ELSE least(due_at, run_at) END <= now()
         AND (lease_until IS NULL OR lease_until <= now())`,
    ),
  }),
  gaugeOf({
    name: "tms_settlements_dead",
    help: "Settlements that were given up and need an operator; counted up to 1,000",
    read: countOf(db, "settlement WHERE dead_at IS NOT NULL", 1_000),
  }),
];
