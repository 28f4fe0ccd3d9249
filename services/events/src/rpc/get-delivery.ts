import type { Queryable } from "@tms/kit/database/handle";
import type { Context, DeliveryRpcs } from "../context.ts";
import { listAttempts } from "../db/deliveries.ts";
import { findDelivery } from "../db/deliveries.ts";
import { findEndpoint } from "../db/endpoints.ts";
import { deliveryNotFound, endpointNotFound } from "../errors.ts";
import { attemptMessage, deliveryMessage } from "../messages.ts";

const MOST_ATTEMPTS = 100;

/** Reads one delivery with its attempts. */
export const getDelivery =
  ({ db }: Context): DeliveryRpcs["getDelivery"] =>
  async ({ gameId, endpointId, eventId }) => {
    if ((await findEndpoint(db, gameId, endpointId)) === undefined) throw endpointNotFound();
    return await readDelivery(db, endpointId, eventId);
  };

/** A delivery of a known endpoint, with its newest attempts. Throws DELIVERY_NOT_FOUND. */
export async function readDelivery(db: Queryable, endpointId: string, eventId: string) {
  const row = await findDelivery(db, endpointId, eventId);
  if (row === undefined) throw deliveryNotFound();
  const attempts = await listAttempts(db, row, MOST_ATTEMPTS);
  return { delivery: deliveryMessage(row), attempts: attempts.map(attemptMessage) };
}
