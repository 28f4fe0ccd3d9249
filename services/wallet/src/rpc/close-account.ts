import { create } from "@bufbuild/protobuf";
import {
  CloseAccountResponseSchema,
  type CloseAccountRequest,
  type CloseAccountResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { closeAccounts } from "../ledger/close-accounts.ts";
import type { Context } from "../context.ts";

/** Closes an account to all but what it is owed. */
export async function closeAccount(
  { db }: Context,
  request: CloseAccountRequest,
): Promise<CloseAccountResponse> {
  const [account] = await closeAccounts(db, [request]);
  if (account === undefined) throw new Error("an account vanished");
  return create(CloseAccountResponseSchema, { account });
}
