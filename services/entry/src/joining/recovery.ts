import type { Queryable } from "@tms/kit/database/handle";
import type { Forgettable } from "@tms/kit/database/retention";
import { countOf } from "@tms/kit/metrics/backlog";
import { gaugeOf } from "@tms/kit/metrics/reading";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import type { Gauge } from "prom-client";
import { FIRST, leaseStale } from "../db/pending-joins.ts";
import { chargePending, type ChargeAndConfirm, type ChargeContext } from "./charge.ts";

/** What recovery needs. */
export interface RecoveryContext extends ChargeContext {
  chargeAndConfirm: ChargeAndConfirm;
}

const EVERY_MS = 1_000;
// More than are under way when all is well: then a round sees all of them.
const BATCH = 1_000;

/** Refused joins hold no seat and no money; they are kept to answer repeats alone. */
export const REFUSED_JOINS: Forgettable = { table: "refused_join" };

/**
 * Makes a round of recovery: it finishes joins that a crash or a timeout left pending, going on
 * where the round before ended. A round returns whether there may be more.
 */
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

/** Recovers in the background until stopped. */
export function startRecovery(context: RecoveryContext): Loop {
  return startLoop("join recovery", EVERY_MS, createRecovery(context), context.log);
}

/** Joins whose outcome is not known yet: those under way, and those that a crash or an outage left. */
export const pendingJoins = (db: Queryable): Gauge =>
  gaugeOf({
    name: "tms_joins_pending",
    help: "Joins that hold a seat and are neither confirmed nor refused; counted up to 10,000",
    read: countOf(db, "pending_join", 10_000),
  });
