import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import type { Keyring } from "@tms/kit/values/keyring";
import { lockReplay, stageReplay, type LeasedEndpoint } from "../db/dispatches.ts";
import {
  BATCH,
  listDueRetries,
  listNewEvents,
  PROBE,
  TRIAL,
  type DueEvent,
  type NewEvents,
} from "../db/due-events.ts";
import { openSecrets } from "../endpoints/secret.ts";
import type { Sender } from "../sending/send.ts";
import { isBackingOff } from "./schedule.ts";
import { sendBatch } from "./send-batch.ts";
import type { Slots } from "./slots.ts";
import { storeOutcomes } from "./store-outcomes.ts";

/** The dependencies of all leases of a process. */
export interface SendingContext {
  db: Db;
  sender: Sender;
  secretsKeys: Keyring;
}

export interface Lease {
  leased: LeasedEndpoint;
  /** Called if the receiver keeps a request waiting. */
  onWaiting: () => void;
  /** Runs a step that stores outcomes, as soon as it may run. */
  store: (step: () => Promise<void>) => Promise<void>;
}

interface Due {
  retries: DueEvent[];
  added: NewEvents;
}

/**
 * Sends a batch of due events to a leased endpoint and stores the outcomes. An endpoint that backs off gets
 * a single attempt. If the process dies, the next holder of the lease repeats the batch. If the signal ends
 * the batch, the outcomes so far are stored, and only interrupted events are sent again.
 */
export async function runLease(
  context: SendingContext & { slots: Slots; worker: string },
  { leased, onWaiting, store }: Lease,
  signal: AbortSignal,
): Promise<void> {
  const { db, secretsKeys, worker } = context;
  const { endpointId, failures } = leased;
  const { retries, added } = await (isBackingOff(failures) ? findProbe : findBatch)(db, leased);
  const target = { ...leased, secrets: openSecrets(secretsKeys, leased), onWaiting };
  const batch = await sendBatch(context, target, { retries, newEvents: added.events }, signal);
  const isWhole = batch.lastNew === added.events.at(-1);
  const position = isWhole ? added.through : (batch.lastNew?.sequence ?? leased.position);
  const end = { endpointId, worker, position, isSlow: batch.isSlow };
  const skipped = retries.filter(({ body }) => body === null);
  const result = { ...batch, leased, end, skipped };
  await store(() => storeOutcomes(db, result));
}

async function findBatch(db: Db, leased: LeasedEndpoint): Promise<Due> {
  const size = leased.isKnown ? BATCH : TRIAL;
  if (leased.isReplaying) await advanceReplay(db, leased, size.events);
  const [retries, added] = await Promise.all([
    listDueRetries(db, leased, size),
    listNewEvents(db, leased, size),
  ]);
  return { retries, added };
}

/**
 * Finds the event to try after a backoff. Retries and new events alternate, because some receivers refuse
 * only certain events. Other receivers accept nothing for days. One event must then have all its attempts,
 * after which the endpoint can be disabled.
 */
async function findProbe(db: Db, leased: LeasedEndpoint): Promise<Due> {
  const { isRequested, isReplaying, failures, position } = leased;
  const [retries, added] = await Promise.all([
    listDueRetries(db, leased, PROBE),
    listNewEvents(db, leased, PROBE),
  ]);
  const hasNew = added.events.length > 0;
  if (retries.length > 0 && (!hasNew || isRequested || failures % 2 === 0))
    return { retries, added: hasNew ? { events: [], through: position } : added };
  if (hasNew || !isReplaying) return { retries: [], added };
  await advanceReplay(db, leased, PROBE.events);
  return { retries: await listDueRetries(db, leased, PROBE), added };
}

async function advanceReplay(db: Db, { endpointId, gameId, events }: LeasedEndpoint, max: number) {
  await transaction(db, "events.stage-replay", async (tx) => {
    const replay = await lockReplay(tx, endpointId);
    if (replay) await stageReplay(tx, { endpointId, gameId, events, ...replay }, max);
  });
}
