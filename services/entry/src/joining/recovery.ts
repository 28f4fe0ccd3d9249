import type { Gauge } from "prom-client";
import type { Queryable } from "@tms/kit/database/handle";
import type { Forgettable } from "@tms/kit/database/retention";
import { countOf, gaugeOf } from "@tms/kit/metrics/backlog";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import { FIRST, leaseStale } from "../db/joins.ts";
import { chargePending, type RecoveryContext } from "./charge.ts";

const EVERY_MS = 1_000;
// In normal operation, fewer joins are pending, so one round reads all pending joins.
const BATCH = 1_000;

// Refused joins hold no seat and no money. They are kept only to answer repeats.
export const REFUSED_JOINS: Forgettable = { table: "refused_join" };

export const pendingJoins = (db: Queryable): Gauge =>
  gaugeOf({
    name: "tms_joins_pending",
    help: "Joins that hold a seat and are neither confirmed nor refused; counted up to 10,000",
    read: countOf(db, "pending_join", 10_000),
  });

/** Creates a function that finishes pending joins. It returns true if it leased some and more may be left. */
export function createRecovery(context: RecoveryContext): () => Promise<boolean> {
  let after = FIRST;
  return async () => {
    const swept = await leaseStale(context.db, after, BATCH);
    const last = swept.length === BATCH ? swept.at(-1) : undefined;
    after = last ?? FIRST;
    const ids = swept.filter((join) => join.leased).map((join) => join.entryId);
    if (ids.length === 0) return false;
    context.log.info({ entries: ids.length }, "recovering pending joins");
    await chargePending(context, ids);
    return last !== undefined;
  };
}

export const startRecovery = (context: RecoveryContext): Loop =>
  startLoop("join recovery", EVERY_MS, createRecovery(context), context.log);
