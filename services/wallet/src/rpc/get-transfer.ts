import { create } from "@bufbuild/protobuf";
import { DomainError } from "@tms/kit/errors/domain-error";
import {
  GetTransferResponseSchema,
  type GetTransferRequest,
  type GetTransferResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";
import { findTransferOfGame } from "../db/statement.ts";
import { storedTransferMessage } from "../statement-message.ts";

/** Reads one transfer of a game. */
export async function getTransfer(
  context: Context,
  request: GetTransferRequest,
): Promise<GetTransferResponse> {
  const row = await findTransferOfGame(context.db, request.gameId, request.transferId);
  if (row === undefined)
    throw new DomainError("TRANSFER_NOT_FOUND", "There is no transfer of that id.");
  return create(GetTransferResponseSchema, { transfer: storedTransferMessage(row) });
}
