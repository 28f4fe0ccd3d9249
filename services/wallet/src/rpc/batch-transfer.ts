import { create } from "@bufbuild/protobuf";
import { invalidField, toRefusal } from "@tms/kit/errors";
import {
  BatchTransferResponseSchema,
  TransferOutcomeSchema,
  type BatchTransferRequest,
  type BatchTransferResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";
import { post, type Outcome } from "../ledger.ts";
import { orderOf } from "../transfers.ts";

/** Makes many transfers in one transaction, each with an outcome of its own. */
export async function batchTransfer(
  context: Context,
  request: BatchTransferRequest,
): Promise<BatchTransferResponse> {
  if (request.transfers.at(-1)?.linked)
    throw invalidField("transfers", "must not end with a linked transfer");
  const outcomes = await post(context.db, request.transfers.map(orderOf));
  return create(BatchTransferResponseSchema, { outcomes: outcomes.map(outcomeMessage) });
}

function outcomeMessage(outcome: Outcome) {
  return create(TransferOutcomeSchema, {
    outcome:
      outcome instanceof Error
        ? { case: "refused", value: toRefusal(outcome) }
        : { case: "posted", value: outcome },
  });
}
