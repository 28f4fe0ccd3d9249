import type { Db, Tx } from "@tms/kit/database/handle";
import { stage } from "@tms/kit/database/outbox";
import { transaction } from "@tms/kit/database/transaction";
import { SYSTEM } from "@tms/kit/values/actor";
import type { Keyring } from "@tms/kit/values/keyring";
import {
  findRequestedAgain,
  insertAttempts,
  storeDeliveries,
  type DeliveryChange,
} from "../db/deliveries.ts";
import {
  BATCH,
  endLease,
  listDueRetries,
  listNewEvents,
  lockReplay,
  PROBE,
  stageReplay,
  storeFailures,
  TRIAL,
  type DueEvent,
  type LeasedEndpoint,
} from "../db/dispatches.ts";
import { lockEndpoint, storeHealth, type EndpointRow } from "../db/endpoints.ts";
import {
  appendEndpointEvents,
  ENDPOINT_MAIL,
  decryptSecrets,
  type EndpointMail,
} from "../endpoints.ts";
import { isSuccess, type Outcome, type Sender } from "../sending/send.ts";
import { healthAfter } from "./health.ts";
import { backoffAfter, countFailures, decideNext, isBackingOff } from "./schedule.ts";
import { sendBatch, type BatchResult, type Sent } from "./send-batch.ts";
import type { Slots } from "./slots.ts";

export interface SendingContext {
  db: Db;
  sender: Sender;
  secretsKeys: Keyring;
}

interface Lease {
  leased: LeasedEndpoint;
  onWaiting: () => void;
  /** Runs a step that stores outcomes. In the patient lane, the step may wait. */
  store: (step: () => Promise<void>) => Promise<void>;
}

/**
 * Sends a batch of due events to a leased endpoint and stores the outcomes. If the process dies, the next
 * holder of the lease repeats the batch. If the signal ends the batch, the outcomes so far are stored, and
 * interrupted events are sent again.
 */
export async function runLease(
  context: SendingContext & { slots: Slots; worker: string },
  { leased, onWaiting, store }: Lease,
  signal: AbortSignal,
) {
  const { db, secretsKeys, worker } = context;
  const find = isBackingOff(leased.failures) ? findProbe : findBatch;
  const { retries, added } = await find(db, leased);
  const target = { ...leased, secrets: decryptSecrets(secretsKeys, leased), onWaiting };
  const batch = await sendBatch(context, target, { retries, newEvents: added.events }, signal);
  const isWhole = batch.lastNew === added.events.at(-1);
  const position = isWhole ? added.through : (batch.lastNew?.sequence ?? leased.position);
  const skipped = retries.filter(({ body }) => body === null);
  await store(() => storeOutcomes(db, leased, { ...batch, worker, position, skipped }));
}

async function findBatch(db: Db, leased: LeasedEndpoint) {
  const size = leased.isKnown ? BATCH : TRIAL;
  if (leased.isReplaying) await advanceReplay(db, leased, size.events);
  const [retries, added] = await Promise.all([
    listDueRetries(db, leased, size),
    listNewEvents(db, leased, size),
  ]);
  return { retries, added };
}

/**
 * Finds at most one event. Retries and new events alternate. New events get a turn, because some receivers
 * refuse only certain events. Retries get a turn, because the last retry of an event can disable an endpoint
 * that accepts nothing.
 */
async function findProbe(db: Db, leased: LeasedEndpoint) {
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

interface LeaseResult extends Omit<BatchResult, "lastNew"> {
  worker: string;
  position: bigint;
  /** Events that retention deleted before they could be sent. */
  skipped: readonly DueEvent[];
}

/** Ends the lease. Stores the outcomes, unless the endpoint was removed or the lease was lost. */
async function storeOutcomes(
  db: Db,
  { endpointId, gameId, failures, url }: LeasedEndpoint,
  { sent, skipped, interrupted, ...end }: LeaseResult,
) {
  await transaction(db, "events.store-outcomes", async (tx) => {
    const known = await lockEndpoint(tx, gameId, endpointId);
    // Answers of a previous URL say nothing about the present receiver.
    const isCurrent = known?.url === url;
    const isSlow = end.isSlow && isCurrent;
    const hasLease = await endLease(tx, endpointId, { ...end, isSlow });
    if (!hasLease || known === undefined) return;
    const events = sent.map(({ event }) => event);
    const requested = await findRequestedAgain(tx, endpointId, events);
    const changes = sent.map((one) => decide(one, isCurrent, requested.has(one.event.sequence)));
    await storeDeliveries(tx, endpointId, [
      ...changes,
      ...skipped.map((event) => withoutAttempt(event, "skipped")),
      // Interrupted events become retries, because the position moves past them.
      ...interrupted.map((event) => withoutAttempt(event, "retrying")),
    ]);
    const attempts = sent.map((one) => toAttempt(endpointId, one));
    await insertAttempts(tx, attempts);
    if (sent.length === 0 || !isCurrent) return;
    const ordinary = sent.filter(({ event }) => !isTest(event));
    const outcomes = ordinary.map(({ outcome }) => outcome);
    const after = countFailures(failures, outcomes);
    // Without a backoff, the requested event is sent at once.
    const backoffMs = requested.size > 0 ? 0 : backoffAfter(after);
    if (after > 0 || failures > 0)
      await storeFailures(tx, endpointId, { failures: after, backoffMs });
    const isExhausted = changes.some((change) => change.state === "failed" && !isTest(change));
    await changeHealth(tx, known, outcomes, isExhausted);
  });
}

async function changeHealth(
  tx: Tx,
  known: EndpointRow,
  outcomes: readonly Outcome[],
  isExhausted: boolean,
) {
  const { id, gameId, url } = known;
  const after = healthAfter(known, { outcomes, isExhausted }, new Date());
  const { isDisabled, isMailDue, ...health } = after;
  await storeHealth(tx, id, health);
  const mail = (kind: EndpointMail["kind"]) =>
    stage<EndpointMail>(tx, ENDPOINT_MAIL, { gameId, url, kind });
  if (isMailDue) await mail("failing");
  if (!isDisabled) return;
  await mail("disabled");
  const origin = { actor: SYSTEM, requestId: null };
  await appendEndpointEvents(tx, known, origin, ["webhookEndpointDisabled"]);
}

/**
 * Decides the next state of a delivery. If a caller requested the event during the attempt, the event is sent
 * again and its tries start from zero, unless the attempt at the present URL succeeded.
 */
function decide(sent: Sent, isCurrent: boolean, isRequested: boolean): DeliveryChange {
  const { event, outcome } = sent;
  const attempts = event.attempts + 1;
  if (isRequested && !(isCurrent && isSuccess(outcome)))
    return { ...event, attempts, state: "retrying", pauseMs: 0, tries: 0, replay: true };
  const tries = event.tries + 1;
  const next = decideNext(outcome, tries);
  return { ...event, ...next, attempts, tries, replay: next.state === "retrying" && event.replay };
}

const withoutAttempt = (event: DueEvent, state: "skipped" | "retrying"): DeliveryChange => ({
  ...event,
  state,
  replay: false,
  pauseMs: state === "retrying" ? 0 : null,
});

const isTest = ({ eventType }: { eventType: string }): boolean => eventType === "webhook.test";

const toAttempt = (endpointId: string, { event, outcome }: Sent) => ({
  endpointId,
  ...outcome,
  sequence: event.sequence,
  number: event.attempts + 1,
  replay: event.replay,
  succeeded: isSuccess(outcome),
});
