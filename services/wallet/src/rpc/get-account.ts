import { create } from "@bufbuild/protobuf";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { dateOf } from "@tms/kit/values/input";
import {
  GetAccountResponseSchema,
  type GetAccountRequest,
  type GetAccountResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountMessage } from "../messages.ts";
import { accountId } from "../ledger/accounts.ts";
import type { Context } from "../context.ts";
import { balanceAt, findAccounts } from "../db/accounts.ts";

/** Reads one account, now or as it stood. */
export async function getAccount(
  context: Context,
  request: GetAccountRequest,
): Promise<GetAccountResponse> {
  if (!request.ref) throw invalidField("ref", "is required");
  const id = accountId(request.ref, request.currency);
  const [row] = await findAccounts(context.db, [id]);
  if (row === undefined)
    throw new DomainError("ACCOUNT_NOT_FOUND", "No such account was ever opened.");
  const past = request.at && (await balanceAt(context.db, id, dateOf("at", request.at)));
  return create(GetAccountResponseSchema, { account: accountMessage(row, past ?? undefined) });
}
