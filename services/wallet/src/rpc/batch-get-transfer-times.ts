import { create } from "@bufbuild/protobuf";
import {
  BatchGetTransferTimesResponseSchema,
  type BatchGetTransferTimesRequest,
  type BatchGetTransferTimesResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";
import { transferTimes } from "../db/transfers.ts";

/** Tells when transfers of a game were made; one that was not reads as 0. */
export async function batchGetTransferTimes(
  context: Context,
  { gameId, transferIds }: BatchGetTransferTimesRequest,
): Promise<BatchGetTransferTimesResponse> {
  const createTimesMs = await transferTimes(context.db, gameId, transferIds);
  return create(BatchGetTransferTimesResponseSchema, { createTimesMs });
}
