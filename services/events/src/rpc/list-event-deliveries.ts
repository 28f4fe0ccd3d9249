import type { Context, DeliveryRpcs } from "../context.ts";
import { listEventDeliveries as listAll } from "../db/deliveries.ts";
import { findEvent } from "../db/events.ts";
import { eventNotFound } from "../errors.ts";
import { deliveryMessage } from "../messages.ts";

/** Lists what became of one event at each endpoint; the limit on endpoints bounds it. */
export const listEventDeliveries =
  ({ db }: Context): DeliveryRpcs["listEventDeliveries"] =>
  async ({ gameId, eventId }) => {
    if ((await findEvent(db, gameId, eventId)) === undefined) throw eventNotFound();
    const rows = await listAll(db, gameId, eventId);
    return { deliveries: rows.map(deliveryMessage) };
  };
