import { create } from "@bufbuild/protobuf";
import { invalidField } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import {
  BatchTransferResponseSchema,
  TransferOutcomeSchema,
  type BatchTransferRequest,
  type BatchTransferResponse,
  type TransferSpec,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";
import { post, type Outcome } from "../ledger/post.ts";
import { orderOf, transferMessage } from "../ledger/transfer.ts";

/** Makes many transfers in one transaction, each with an outcome of its own. */
export async function batchTransfer(
  context: Context,
  request: BatchTransferRequest,
): Promise<BatchTransferResponse> {
  if (request.transfers.at(-1)?.linked)
    throw invalidField("transfers", "must not end with a linked transfer");
  const orders = request.transfers.map((spec, index) => orderOf(spec, `transfers[${index}]`));
  const outcomes = await post(context.db, orders);
  return create(BatchTransferResponseSchema, {
    outcomes: request.transfers.map((spec, index) => outcomeMessage(spec, outcomes[index])),
  });
}

function outcomeMessage(spec: TransferSpec, outcome: Outcome | undefined) {
  if (outcome === undefined) throw new Error("a transfer was neither made nor refused");
  return create(TransferOutcomeSchema, {
    outcome:
      outcome instanceof Error
        ? { case: "refused", value: toRefusal(outcome) }
        : { case: "posted", value: transferMessage(spec, outcome) },
  });
}
