import { startLoop, type Loop } from "@tms/kit/loop";
import type { Forgettable } from "@tms/kit/retention";
import type { Context } from "./context.ts";
import { leaseStale } from "./db/pending.ts";
import { finishPending } from "./finish.ts";

const EVERY_MS = 1_000;
const BATCH = 500;

/** Refused joins hold no seat and no money; they are kept to answer repeats alone. */
export const REFUSED_JOINS: Forgettable = { table: "refused_join" };

/** Finishes joins that a crash or a timeout left pending. True when there may be more. */
export async function recoverJoins(context: Context): Promise<boolean> {
  const ids = await leaseStale(context.db, BATCH);
  if (ids.length === 0) return false;
  context.log.info({ entries: ids.length }, "finishing joins left pending");
  await finishPending(context, ids);
  return ids.length === BATCH;
}

/** Recovers in the background until stopped. */
export function startRecovery(context: Context): Loop {
  return startLoop("join recovery", EVERY_MS, () => recoverJoins(context), context.log);
}
