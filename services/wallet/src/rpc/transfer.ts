import { create } from "@bufbuild/protobuf";
import {
  TransferResponseSchema,
  type TransferRequest,
  type TransferResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { invalidField } from "@tms/kit/errors/domain-error";
import type { Context } from "../context.ts";
import { orderOf, transferMessage } from "../ledger/transfer.ts";

/** Makes one transfer; throws its refusal. */
export async function transfer(
  context: Context,
  request: TransferRequest,
): Promise<TransferResponse> {
  if (!request.transfer) throw invalidField("transfer", "is required");
  if (request.transfer.linked)
    throw invalidField("transfer.linked", "needs a next transfer in the same batch");
  const outcome = await context.postOne(orderOf(request.transfer));
  if (outcome instanceof Error) throw outcome;
  return create(TransferResponseSchema, { transfer: transferMessage(request.transfer, outcome) });
}
