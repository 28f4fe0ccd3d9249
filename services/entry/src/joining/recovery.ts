import { startLoop, type Loop } from "@tms/kit/process/loop";
import type { Forgettable } from "@tms/kit/database/retention";
import type { Context } from "../context.ts";
import { FIRST, leaseStale } from "../db/pending-joins.ts";
import { finishPending } from "./charge.ts";

const EVERY_MS = 1_000;
// More than are under way when all is well: then a round sees all of them.
const BATCH = 1_000;

/** Refused joins hold no seat and no money; they are kept to answer repeats alone. */
export const REFUSED_JOINS: Forgettable = { table: "refused_join" };

/**
 * Makes a round of recovery: it finishes joins that a crash or a timeout left pending, going on
 * where the round before ended. True when there may be more.
 */
export function createRecovery(context: Context): () => Promise<boolean> {
  let after = FIRST;
  return async () => {
    const stretch = await leaseStale(context.db, after, BATCH);
    const last = stretch.length === BATCH ? stretch.at(-1) : undefined;
    after = last ?? FIRST;
    const ids = stretch.filter((entry) => entry.leased).map((entry) => entry.id);
    if (ids.length === 0) return false;
    context.log.info({ entries: ids.length }, "finishing joins left pending");
    await finishPending(context, ids);
    return last !== undefined;
  };
}

/** Recovers in the background until stopped. */
export function startRecovery(context: Context): Loop {
  return startLoop("join recovery", EVERY_MS, createRecovery(context), context.log);
}
