import type { Db, Tx } from "@tms/kit/database/handle";
import { stage } from "@tms/kit/database/outbox";
import { transaction } from "@tms/kit/database/transaction";
import { SYSTEM } from "@tms/kit/values/actor";
import { findAskedSince } from "../db/asked-since.ts";
import { insertAttempts } from "../db/attempts.ts";
import { storeDeliveries, type DeliveryChange } from "../db/deliveries.ts";
import { endTurn, storeReception, type TurnEnd } from "../db/dispatches.ts";
import { lockEndpoint, storeHealth, type WholeEndpoint } from "../db/endpoints.ts";
import { present, appendEndpointEvent } from "../endpoints/append-endpoint-event.ts";
import { ENDPOINT_MAIL, type EndpointMail } from "../mails/endpoint-mail.ts";
import { isSuccess, type Outcome } from "../sending/send.ts";
import { countFailures, backoffAfter } from "./backoff.ts";
import { healthAfter, type HealthAfter } from "./health.ts";
import { nextOf, type Next } from "./schedule.ts";
import type { Sent } from "./send-piece.ts";

/** What a turn leaves behind. */
export interface TurnResult {
  end: TurnEnd;
  gameId: string;
  /** Where it was sent. */
  url: string;
  /** Failed attempts in a row before the turn. */
  failures: number;
  sent: readonly Sent[];
  /** Events that were deleted before they could be sent. */
  skipped: readonly Sent["event"][];
  /** New events whose attempts came to no end. */
  cutOff: readonly Sent["event"][];
}

interface Decided extends Sent, Pick<DeliveryChange, "tries" | "replay"> {
  next: Next;
}

/**
 * Stores what came of a turn, the endpoint's new position and what follows for the endpoint, in one
 * transaction. Nothing is stored when the lease has gone to another worker, which sends the same again.
 */
export async function storeOutcomes(
  db: Db,
  { end, gameId, url, failures, sent, skipped, cutOff }: TurnResult,
): Promise<void> {
  await transaction(db, "events.store-outcomes", async (tx) => {
    const known = await lockEndpoint(tx, gameId, end.endpointId);
    // What a former URL answered says nothing about the receiver that the endpoint has now.
    const isCurrent = known?.url === url;
    const isSlow = end.isSlow && isCurrent;
    if (!(await endTurn(tx, { ...end, isSlow })) || known === undefined) return;
    const events = sent.map(({ event }) => event);
    const asked = await findAskedSince(tx, end.endpointId, events);
    const decided = sent.map((one) => decide(one, isCurrent, asked.has(one.event.sequence)));
    await storeDeliveries(tx, end.endpointId, [
      ...decided.map(changeOf),
      ...skipped.map((event) => withoutAttempt(event, "skipped")),
      // The position goes beyond them, because others after them were answered.
      ...cutOff.map((event) => withoutAttempt(event, "retrying")),
    ]);
    await insertAttempts(tx, end.endpointId, decided.map(attemptOf));
    if (decided.length === 0 || !isCurrent) return;
    const after = countFailures(failures, ordinaryOutcomes(decided));
    // An event that was asked for meanwhile is sent at once.
    const backoffMs = asked.size > 0 ? 0 : backoffAfter(after);
    if (after > 0 || failures > 0)
      await storeReception(tx, end.endpointId, { failures: after, backoffMs });
    const health = await moveHealth(tx, known, decided);
    if (health.isDisabled) {
      const endpoint = await present(tx, gameId, end.endpointId);
      const origin = { actor: SYSTEM, requestId: null };
      await appendEndpointEvent(
        tx,
        { environment: known, origin },
        "webhookEndpointDisabled",
        endpoint,
      );
    }
  });
}

// A test says nothing about how an endpoint does otherwise.
const isOrdinary = ({ event }: Sent): boolean => event.type !== "webhook.test";
const ordinaryOutcomes = (sent: readonly Sent[]): Outcome[] =>
  sent.filter(isOrdinary).map(({ outcome }) => outcome);

async function moveHealth(
  tx: Tx,
  known: WholeEndpoint,
  decided: readonly Decided[],
): Promise<HealthAfter> {
  const found = {
    outcomes: ordinaryOutcomes(decided),
    isExhausted: decided.some((one) => isOrdinary(one) && one.next.state === "failed"),
  };
  const after = healthAfter(known, found, new Date());
  const { isDisabled, isToBeMailed, ...health } = after;
  await storeHealth(tx, known.id, health);
  const about = { gameId: known.gameId, url: known.url };
  if (isToBeMailed) await stage<EndpointMail>(tx, ENDPOINT_MAIL, { ...about, kind: "failing" });
  if (isDisabled) await stage<EndpointMail>(tx, ENDPOINT_MAIL, { ...about, kind: "disabled" });
  return after;
}

/**
 * What becomes of a delivery. One that somebody asked for while the attempt was under way stays due, its
 * attempts begin anew. A success settles that, too: who asks wants the receiver to have the event, and it
 * has, unless it is one that the endpoint has no more; to send it once more would be a duplicate.
 */
function decide(one: Sent, isCurrent: boolean, isAskedSince: boolean): Decided {
  const { event, outcome } = one;
  if (isAskedSince && !(isCurrent && isSuccess(outcome)))
    return { ...one, next: { state: "retrying", pauseMs: 0 }, tries: 0, replay: true };
  const tries = event.tries + 1;
  const next = nextOf(outcome, tries);
  return { ...one, next, tries, replay: next.state === "retrying" && event.replay };
}

const changeOf = ({ event, next, tries, replay }: Decided): DeliveryChange => ({
  sequence: event.sequence,
  eventId: event.eventId,
  eventType: event.type,
  state: next.state,
  attempts: event.attempts + 1,
  tries,
  replay,
  pauseMs: next.pauseMs,
});

const withoutAttempt = (event: Sent["event"], state: "skipped" | "retrying"): DeliveryChange => ({
  sequence: event.sequence,
  eventId: event.eventId,
  eventType: event.type,
  state,
  attempts: event.attempts,
  tries: event.tries,
  replay: false,
  pauseMs: state === "retrying" ? 0 : null,
});

function attemptOf({ event, outcome }: Decided) {
  const { retryAfterMs: _, ...shown } = outcome;
  return {
    ...shown,
    sequence: event.sequence,
    number: event.attempts + 1,
    replay: event.replay,
    succeeded: isSuccess(outcome),
  };
}
