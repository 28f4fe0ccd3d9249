import type { Queryable, Tx } from "@tms/kit/database/handle";
import { once } from "@tms/kit/database/idempotent";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, found, invalidField, required } from "@tms/kit/errors/domain-error";
import type { Call, RequestOf } from "@tms/kit/rpc/rpcs";
import { encodePageToken, openPage, TOKEN_PART } from "@tms/kit/values/page";
import type { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import type { Context, DeliveryRpcs } from "../context.ts";
import {
  findDelivery,
  findNthDelivery,
  insertAttempts,
  listAttempts,
  listDeliveries as listPage,
  listEventDeliveries as listAll,
  storeDeliveries,
} from "../db/deliveries.ts";
import { countReplay, endBackoff, lockDispatch, startReplay } from "../db/dispatches.ts";
import { findEndpoint } from "../db/endpoints.ts";
import { findEvent, findHead, type NewEvent } from "../db/events.ts";
import { MAX_TRIES } from "../dispatching/schedule.ts";
import { lockEnabled, lockKnown, decryptSecrets } from "../endpoints.ts";
import { eventsExpired } from "../errors.ts";
import { appendEvent } from "../log/append.ts";
import { DELIVERY_STATES, toAttempt, toDelivery } from "../messages.ts";
import { isSuccess } from "../sending/send.ts";

// A call scans at most this many deliveries for a type, and returns the position to continue from.
const MAX_SCANNED = 10_000;
const MAX_SEQUENCE = 2n ** 63n - 1n;
const MAX_ATTEMPTS = 100;

// Counting this many events takes a fraction of a second.
const MAX_REPLAYED = 1_000_000n;
const MAX_REPLAYED_TEXT = MAX_REPLAYED.toLocaleString("en");

const TEST_MESSAGE = "This event tries an endpoint. Nothing has happened.";
// If this process dies before it sends a test, the dispatcher sends the test after this time.
const SENT_BY_DISPATCHER_AFTER_MS = 60_000;

type Test = (typeof DeliveryService)["method"]["testEndpoint"];

export const deliveryRpcs = {
  async listDeliveries({ db }, request) {
    const { gameId, endpointId, state, type } = request;
    const list = ["deliveries", endpointId, state, type];
    const [page, before] = openPage(request, list, [TOKEN_PART.integer]);
    found(await findEndpoint(db, gameId, endpointId), "ENDPOINT_NOT_FOUND");
    const filter = {
      endpointId,
      state: DELIVERY_STATES.word(state),
      type: type || undefined,
      before: BigInt(before ?? MAX_SEQUENCE),
    };
    const from = type === "" ? undefined : await findNthDelivery(db, filter, MAX_SCANNED);
    const rows = await listPage(db, filter, from ?? 0n, page.limit);
    const { items, nextPageToken } = page.cut(rows, ({ sequence }) => [String(sequence)]);
    const next = from === undefined ? "" : encodePageToken(list, [String(from)]);
    return { deliveries: items.map(toDelivery), nextPageToken: nextPageToken || next };
  },

  async listEventDeliveries({ db }, { gameId, eventId }) {
    found(await findEvent(db, gameId, eventId), "EVENT_NOT_FOUND");
    const rows = await listAll(db, gameId, eventId);
    return { deliveries: rows.map(toDelivery) };
  },

  async getDelivery({ db }, { gameId, endpointId, eventId }) {
    found(await findEndpoint(db, gameId, endpointId), "ENDPOINT_NOT_FOUND");
    return await readDelivery(db, endpointId, eventId);
  },

  async retryDelivery({ db, dispatcher }, request, call) {
    const { gameId, endpointId, eventId } = request;
    const response = await once(db, "events.retry-delivery", call, request, async (tx) => {
      await lockEnabled(tx, request);
      const event = found(await findEvent(tx, gameId, eventId), "EVENT_NOT_FOUND");
      const known = await findDelivery(tx, endpointId, eventId);
      if (known === undefined) await requireSent(tx, endpointId, event);
      await endBackoff(tx, endpointId);
      const due = { state: "retrying", attempts: 0, tries: 0, replay: true, pauseMs: 0 } as const;
      await storeDeliveries(tx, endpointId, [{ ...toKey(event), ...due }]);
      const row = await findDelivery(tx, endpointId, eventId);
      return { delivery: toDelivery(required(row, "a stored delivery disappeared")) };
    });
    dispatcher.wake();
    return response;
  },

  async replayEvents({ db, dispatcher }, request, call) {
    const { gameId, endpointId, afterSequence: after, onlyFailed } = request;
    const response = await once(db, "events.start-replay", call, request, async (tx) => {
      const { events: subscription } = await lockEnabled(tx, request);
      const { position, replayPosition } = await lockDispatch(tx, endpointId);
      if (replayPosition !== null) throw new DomainError("REPLAY_RUNNING");
      const forgotten = (await findHead(tx, gameId))?.forgottenThrough ?? 0n;
      if (after < forgotten) throw eventsExpired(forgotten + 1n);
      // Events after the position are sent anyway.
      const last = request.throughSequence ?? position;
      const through = last < position ? last : position;
      // The range of failed deliveries needs no limit, because an index finds failed deliveries.
      if (!onlyFailed && through - after > MAX_REPLAYED)
        throw throughInvalid(`covers more than ${MAX_REPLAYED_TEXT} sequence numbers`);
      const range = { endpointId, gameId, events: subscription, after, through, onlyFailed };
      const events = after < through ? await countReplay(tx, range, MAX_REPLAYED + 1n) : 0n;
      if (events > MAX_REPLAYED)
        throw throughInvalid(
          `selects more than ${MAX_REPLAYED_TEXT} events. Choose a smaller range`,
        );
      if (events > 0n) {
        await startReplay(tx, range);
        await endBackoff(tx, endpointId);
      }
      return { events };
    });
    dispatcher.wake();
    return response;
  },

  /** Tests an endpoint, even a paused or disabled endpoint. Throws OVERLOADED if too many tests wait. */
  testEndpoint: (context, request, call) =>
    context.limitTests(request.gameId, () => runTest(context, request, call)),
} satisfies DeliveryRpcs;

const throughInvalid = (description: string) => invalidField("through_sequence", description);

async function readDelivery(db: Queryable, endpointId: string, eventId: string) {
  const row = found(await findDelivery(db, endpointId, eventId), "DELIVERY_NOT_FOUND");
  const attempts = await listAttempts(db, row, MAX_ATTEMPTS);
  return { delivery: toDelivery(row), attempts: attempts.map(toAttempt) };
}

type EventKey = Pick<NewEvent, "id" | "sequence" | "type">;

const toKey = ({ id: eventId, sequence, type: eventType }: EventKey) => ({
  eventId,
  sequence,
  eventType,
});

/**
 * Checks an event that has no delivery. Throws DELIVERY_NOT_FOUND for an event after the position, which is
 * not sent yet, and for a test, which only its own endpoint gets. Any other event may have been sent, because
 * retention deletes deliveries.
 */
async function requireSent(tx: Tx, endpointId: string, { sequence, type }: EventKey) {
  const { position } = await lockDispatch(tx, endpointId);
  if (sequence > position || type === "webhook.test") throw new DomainError("DELIVERY_NOT_FOUND");
}

async function runTest(context: Context, request: RequestOf<Test>, call: Call<Test>) {
  const { db } = context;
  const { endpointId } = request;
  const { delivery } = await once(db, "events.begin-test", call, request, async (tx, origin) => {
    const environment = await lockKnown(tx, request);
    const value = { endpointId, message: TEST_MESSAGE };
    const event = await appendEvent(tx, environment, origin, { case: "webhookTest", value });
    // Leaves a single try, because a test is not retried.
    const begun = { state: "retrying", attempts: 0, tries: MAX_TRIES - 1, replay: false } as const;
    const pauseMs = SENT_BY_DISPATCHER_AFTER_MS;
    await storeDeliveries(tx, endpointId, [{ ...toKey(event), ...begun, pauseMs }]);
    return { delivery: { endpointId, ...toKey(event) } };
  });
  const eventId = delivery?.eventId ?? "";
  const known = await readDelivery(db, endpointId, eventId);
  if (known.attempts.length > 0) return known;
  await sendTest(context, request, eventId);
  return await readDelivery(db, endpointId, eventId);
}

/** Sends a test and stores the outcome. The endpoint's health does not change. A success ends the backoff. */
async function sendTest(
  { db, sender, secretsKeys }: Context,
  { gameId, endpointId }: RequestOf<Test>,
  eventId: string,
) {
  const endpoint = found(await findEndpoint(db, gameId, endpointId), "ENDPOINT_NOT_FOUND");
  const event = found(await findEvent(db, gameId, eventId), "EVENT_NOT_FOUND");
  const secrets = decryptSecrets(secretsKeys, { endpointId, ...endpoint });
  const outcome = await sender.send(endpoint.url, { eventId, body: event.body }, secrets);
  const succeeded = isSuccess(outcome);
  const state = succeeded ? "delivered" : "failed";
  await transaction(db, "events.store-test", async (tx) => {
    if (succeeded) await endBackoff(tx, endpointId);
    const done = { state, attempts: 1, tries: MAX_TRIES, replay: false, pauseMs: null } as const;
    await storeDeliveries(tx, endpointId, [{ ...toKey(event), ...done }]);
    const attempt = { endpointId, sequence: event.sequence, number: 1, replay: false, succeeded };
    await insertAttempts(tx, [{ ...outcome, ...attempt }]);
  });
}
