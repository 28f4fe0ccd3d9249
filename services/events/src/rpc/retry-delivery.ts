import { idempotent } from "@tms/kit/database/idempotent";
import type { Tx } from "@tms/kit/database/handle";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import type { Context, DeliveryRpcs } from "../context.ts";
import { makeDeliveryDue, findDelivery } from "../db/deliveries.ts";
import { endBackoff, lockDispatch } from "../db/dispatches.ts";
import { findEvent } from "../db/events.ts";
import { lockEnabled } from "../endpoints/lock.ts";
import { deliveryNotFound, eventNotFound } from "../errors.ts";
import { deliveryMessage } from "../messages.ts";

const method = DeliveryService.method.retryDelivery;

/** Has one event sent again. */
export const retryDelivery =
  ({ db, dispatcher }: Context): DeliveryRpcs["retryDelivery"] =>
  async (request) => {
    const { gameId, endpointId, eventId } = request;
    const mutation = { faultPoint: "events.retry-delivery", method, request } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      await lockEnabled(tx, request);
      const event = await findEvent(tx, gameId, eventId);
      if (event === undefined) throw eventNotFound();
      await requireSent(tx, endpointId, eventId, event);
      await endBackoff(tx, endpointId);
      await makeDeliveryDue(tx, endpointId, { ...event, id: eventId });
      const row = await findDelivery(tx, endpointId, eventId);
      if (row === undefined) throw new Error("a delivery that was just stored disappeared");
      return { delivery: deliveryMessage(row) };
    });
    dispatcher.wake();
    return response;
  };

/**
 * An event that the endpoint has not come to is sent soon without anybody's asking. Its delivery may
 * also be deleted already; a test is sent to its own endpoint alone.
 */
async function requireSent(
  tx: Tx,
  endpointId: string,
  eventId: string,
  { sequence, type }: { sequence: bigint; type: string },
): Promise<void> {
  if ((await findDelivery(tx, endpointId, eventId)) !== undefined) return;
  const { position } = await lockDispatch(tx, endpointId);
  if (sequence > position || type === "webhook.test") throw deliveryNotFound();
}
