import type { Queryable } from "@tms/kit/database/handle";
import type { DeliveryFilter, DeliveryRow } from "./deliveries.ts";

/** The sequence of the `count`th of these deliveries, of whatever type; undefined where there are fewer. */
export async function findNthDelivery(
  db: Queryable,
  { endpointId, state, before }: DeliveryFilter,
  count: number,
): Promise<bigint | undefined> {
  const { rows } = await db.$client.query<Pick<DeliveryRow, "sequence">>({
    name: `nth-delivery-${Number(state !== undefined)}`,
    text: `SELECT sequence FROM delivery WHERE endpoint_id = $1 AND sequence < $2
        ${state === undefined ? "" : "AND state = $4"}
      ORDER BY sequence DESC OFFSET $3 LIMIT 1`,
    values: [endpointId, before, count - 1, ...(state === undefined ? [] : [state])],
  });
  return rows[0]?.sequence;
}
