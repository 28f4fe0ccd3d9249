import { create } from "@bufbuild/protobuf";
import { invalidField, toRefusal } from "@tms/kit/errors";
import {
  DisburseResponseSchema,
  type DisburseRequest,
  type DisburseResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountId } from "../accounts.ts";
import type { Context } from "../context.ts";
import { post } from "../ledger.ts";
import type { Order } from "../transfers.ts";

/** Makes many transfers out of one account in one transaction; names those that it refused. */
export async function disburse(
  context: Context,
  request: DisburseRequest,
): Promise<DisburseResponse> {
  const orders = ordersOf(request);
  const outcomes = await post(context.db, orders);
  const refused = orders.flatMap(({ id }, index) => {
    const outcome = outcomes[index];
    return outcome instanceof Error ? [{ transferId: id, refusal: toRefusal(outcome) }] : [];
  });
  return create(DisburseResponseSchema, { refused });
}

function ordersOf(request: DisburseRequest): Order[] {
  const { debit, creditType: type, currency, kind } = request;
  if (!debit) throw invalidField("debit", "is required");
  const { gameId } = debit;
  const debitAccountId = accountId(debit, currency);
  const common = {
    gameId: gameId.toLowerCase(),
    currency,
    kind,
    referenceId: request.referenceId.toLowerCase(),
    linked: false,
    debit,
    debitAccountId,
  };
  return request.transferIds.map((transferId, index) => {
    const ownerId = request.ownerIds[index];
    const amountMinor = request.minorUnits[index];
    if (ownerId === undefined || amountMinor === undefined)
      throw invalidField("transfer_ids", "must have an owner and an amount each");
    const creditAccountId = accountId({ gameId, type, ownerId }, currency);
    if (creditAccountId === debitAccountId)
      throw invalidField("owner_ids", "debit and credit must be different accounts");
    const credit = { type, ownerId };
    return { ...common, id: transferId.toLowerCase(), credit, creditAccountId, amountMinor };
  });
}
