import { create } from "@bufbuild/protobuf";
import { invalidField } from "@tms/kit/errors/domain-error";
import {
  CollectFeesResponseSchema,
  type CollectFeesRequest,
  type CollectFeesResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";
import { insertFees } from "../db/collect-fees.ts";
import { turnedDown } from "../db/constraint-violation.ts";
import { columnsOf, ordersOf } from "../fees.ts";
import { post } from "../ledger/post.ts";
import { refusedTransfers } from "../refused-transfers.ts";
import type { Order } from "../ledger/transfer.ts";

const MOST_FEES = 1_000;

/**
 * Charges many entry fees; names those that it refused. One statement charges everyone who can
 * pay: the database itself holds the ledger's invariants. Whatever it leaves, or turns down, is
 * decided transfer by transfer, as any other batch.
 */
export async function collectFees(
  context: Context,
  request: CollectFeesRequest,
): Promise<CollectFeesResponse> {
  const { collections } = request;
  const fees = collections.reduce((sum, { transferIds }) => sum + transferIds.length, 0);
  if (fees > MOST_FEES)
    throw invalidField("collections", `must not hold more than ${MOST_FEES} fees`);
  const orders = await collectAtOnce(context, request);
  if (orders.length === 0) return create(CollectFeesResponseSchema);
  const outcomes = await post(context.db, orders);
  const refused = refusedTransfers(orders, outcomes);
  return create(CollectFeesResponseSchema, { refused });
}

/** Charges what can be charged in one statement. Returns the rest, in the order of the request. */
async function collectAtOnce(
  { db }: Context,
  { collections }: CollectFeesRequest,
): Promise<Order[]> {
  const columns = columnsOf(collections);
  try {
    const unfit = await insertFees(db, columns);
    if (unfit.size === 0) return [];
    return ordersOf(collections, columns).filter(
      (order) => unfit.has(order.debitAccountId) || unfit.has(order.creditAccountId),
    );
  } catch (error) {
    if (turnedDown(error)) return ordersOf(collections, columns);
    throw error;
  }
}
