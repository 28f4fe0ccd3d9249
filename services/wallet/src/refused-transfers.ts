import { toRefusal } from "@tms/kit/errors/refusal";
import type { Outcome } from "./ledger/post.ts";
import type { Order } from "./ledger/transfer.ts";

/** Names the orders that were refused, given one outcome per order. */
export const refusedTransfers = (orders: readonly Order[], outcomes: readonly Outcome[]) =>
  orders.flatMap(({ id }, index) => {
    const outcome = outcomes[index];
    return outcome instanceof Error ? [{ transferId: id, refusal: toRefusal(outcome) }] : [];
  });
