import type { Gauge } from "prom-client";
import type { Queryable } from "@tms/kit/database/handle";
import { countOf } from "@tms/kit/metrics/backlog";
import { gaugeOf } from "@tms/kit/metrics/reading";

/** Joins whose outcome is not known yet: those under way, and those that a crash or an outage left. */
export const pendingJoins = (db: Queryable): Gauge =>
  gaugeOf({
    name: "tms_joins_pending",
    help: "Joins that hold a seat and are neither confirmed nor refused; counted up to 10,000",
    read: countOf(db, "pending_join", 10_000),
  });
