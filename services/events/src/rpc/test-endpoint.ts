import type { MessageValidType } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { DeliveryService, type TestEndpointRequestSchema } from "@tms/proto/tms/event/v1/delivery";
import type { Context, DeliveryRpcs } from "../context.ts";
import { storeDeliveries } from "../db/deliveries.ts";
import { sendTest } from "../dispatching/test-delivery.ts";
import { MAX_TRIES } from "../dispatching/schedule.ts";
import { lockKnown } from "../endpoints/lock.ts";
import { appendEvent } from "../intake/append.ts";
import { readDelivery } from "./get-delivery.ts";

const MESSAGE = "This event tries an endpoint. Nothing has happened.";
// If this process dies before it sends the test, a lease of the endpoint sends it.
const SENT_OTHERWISE_AFTER_MS = 60_000;

const method = DeliveryService.method.testEndpoint;

/** Sends an endpoint an event of its own, also while it is paused or disabled. */
export const testEndpoint =
  (context: Context): DeliveryRpcs["testEndpoint"] =>
  (request, call) =>
    // A refused test leaves no event.
    context.limitedTests(request.gameId, () => tryEndpoint(context, request, call));

async function tryEndpoint(
  context: Context,
  request: MessageValidType<typeof TestEndpointRequestSchema>,
  call: HandlerContext,
) {
  const { db } = context;
  const { gameId, endpointId } = request;
  const mutation = { faultPoint: "events.begin-test", method, request } as const;
  const { delivery } = await idempotent(db, mutation, async (tx) => {
    const environment = await lockKnown(tx, request);
    const { id, sequence, type } = await appendEvent(tx, environment, originOf(call), {
      case: "webhookTest",
      value: { endpointId, message: MESSAGE },
    });
    const begun = {
      sequence,
      eventId: id,
      eventType: type,
      state: "retrying",
      attempts: 0,
      // It has one attempt.
      tries: MAX_TRIES - 1,
      replay: false,
      pauseMs: SENT_OTHERWISE_AFTER_MS,
    } as const;
    await storeDeliveries(tx, endpointId, [begun]);
    return { delivery: { endpointId, eventId: id, eventType: type, sequence } };
  });
  const eventId = delivery?.eventId ?? "";
  const found = await readDelivery(db, endpointId, eventId);
  if (found.attempts.length > 0) return found;
  await sendTest(context, { gameId, endpointId, eventId });
  return await readDelivery(db, endpointId, eventId);
}
