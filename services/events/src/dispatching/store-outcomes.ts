import type { Db, Tx } from "@tms/kit/database/handle";
import { stage } from "@tms/kit/database/outbox";
import { transaction } from "@tms/kit/database/transaction";
import { SYSTEM } from "@tms/kit/values/actor";
import {
  findRequestedAgain,
  insertAttempts,
  storeDeliveries,
  type DeliveryChange,
} from "../db/deliveries.ts";
import { endLease, storeFailures, type LeasedEndpoint, type LeaseEnd } from "../db/dispatches.ts";
import type { DueEvent } from "../db/due-events.ts";
import { lockEndpoint, storeHealth, type EndpointRow } from "../db/endpoints.ts";
import { appendEndpointEvents } from "../endpoints/change.ts";
import { ENDPOINT_MAIL, type EndpointMail } from "../endpoints/mail.ts";
import { isSuccess, type Outcome } from "../sending/send.ts";
import { healthAfter } from "./health.ts";
import { backoffAfter, countFailures, decideNext, type Next } from "./schedule.ts";
import type { BatchResult, Sent } from "./send-batch.ts";

export interface LeaseResult extends Pick<BatchResult, "sent" | "interrupted"> {
  leased: LeasedEndpoint;
  end: LeaseEnd;
  /** Events that retention deleted before they could be sent. */
  skipped: readonly DueEvent[];
}

interface Decided extends Sent {
  next: Next;
  tries: number;
  replay: boolean;
}

/**
 * Stores the outcomes of a lease, the position of the endpoint, its health and its backoff, in one
 * transaction. If another worker has the lease, nothing is stored, because that worker sends the same events.
 */
export async function storeOutcomes(
  db: Db,
  { leased, end, sent, skipped, interrupted }: LeaseResult,
): Promise<void> {
  const { endpointId, gameId, failures } = leased;
  await transaction(db, "events.store-outcomes", async (tx) => {
    const known = await lockEndpoint(tx, gameId, endpointId);
    // Answers of a previous URL say nothing about the present receiver.
    const isCurrent = known?.url === leased.url;
    const hasLease = await endLease(tx, { ...end, isSlow: end.isSlow && isCurrent });
    if (!hasLease || known === undefined) return;
    const events = sent.map(({ event }) => event);
    const requested = await findRequestedAgain(tx, endpointId, events);
    const decided = sent.map((one) => decide(one, isCurrent, requested.has(one.event.sequence)));
    await storeDeliveries(tx, endpointId, [
      ...decided.map(toChange),
      ...skipped.map((event) => withoutAttempt(event, "skipped")),
      // The position moves beyond interrupted events, because later events were answered.
      ...interrupted.map((event) => withoutAttempt(event, "retrying")),
    ]);
    await insertAttempts(
      tx,
      decided.map((one) => toAttempt(endpointId, one)),
    );
    if (decided.length === 0 || !isCurrent) return;
    const ordinary = decided.filter(({ event }) => event.type !== "webhook.test");
    const outcomes = ordinary.map(({ outcome }) => outcome);
    const after = countFailures(failures, outcomes);
    // A requested event is sent at once.
    const backoffMs = requested.size > 0 ? 0 : backoffAfter(after);
    if (after > 0 || failures > 0)
      await storeFailures(tx, endpointId, { failures: after, backoffMs });
    const isExhausted = ordinary.some(({ next }) => next.state === "failed");
    await changeHealth(tx, known, outcomes, isExhausted);
  });
}

/** Stores the health of an endpoint, and stages the event and the mails that follow from it. */
async function changeHealth(
  tx: Tx,
  known: EndpointRow,
  outcomes: readonly Outcome[],
  isExhausted: boolean,
): Promise<void> {
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
 * Decides the next state of a delivery. If a caller requested the event during the attempt, the delivery
 * stays due and its tries are counted from zero. If the attempt at the present URL succeeded, the request is
 * fulfilled instead.
 */
function decide(sent: Sent, isCurrent: boolean, isRequested: boolean): Decided {
  const { event, outcome } = sent;
  if (isRequested && !(isCurrent && isSuccess(outcome)))
    return { ...sent, next: { state: "retrying", pauseMs: 0 }, tries: 0, replay: true };
  const tries = event.tries + 1;
  const next = decideNext(outcome, tries);
  return { ...sent, next, tries, replay: next.state === "retrying" && event.replay };
}

const toChange = ({ event, next, tries, replay }: Decided): DeliveryChange => ({
  sequence: event.sequence,
  eventId: event.eventId,
  eventType: event.type,
  attempts: event.attempts + 1,
  ...next,
  tries,
  replay,
});

const withoutAttempt = (event: DueEvent, state: "skipped" | "retrying"): DeliveryChange => ({
  ...event,
  eventType: event.type,
  state,
  replay: false,
  pauseMs: state === "retrying" ? 0 : null,
});

const toAttempt = (endpointId: string, { event, outcome }: Decided) => ({
  endpointId,
  ...outcome,
  sequence: event.sequence,
  number: event.attempts + 1,
  replay: event.replay,
  succeeded: isSuccess(outcome),
});
