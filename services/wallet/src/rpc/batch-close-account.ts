import { create } from "@bufbuild/protobuf";
import {
  BatchCloseAccountResponseSchema,
  type BatchCloseAccountRequest,
  type BatchCloseAccountResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { closeAccounts } from "../ledger/close-accounts.ts";
import type { Context } from "../context.ts";

/** Closes many accounts in one transaction, each as closeAccount does. */
export async function batchCloseAccount(
  { db }: Context,
  request: BatchCloseAccountRequest,
): Promise<BatchCloseAccountResponse> {
  const accounts = await closeAccounts(db, request.accounts);
  return create(BatchCloseAccountResponseSchema, { accounts });
}
