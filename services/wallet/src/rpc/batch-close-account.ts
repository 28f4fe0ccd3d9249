import { create } from "@bufbuild/protobuf";
import { transaction } from "@tms/kit/database";
import { invalidField } from "@tms/kit/errors";
import {
  BatchCloseAccountResponseSchema,
  type BatchCloseAccountRequest,
  type BatchCloseAccountResponse,
  type CloseAccountRequest,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountMessage } from "../account-message.ts";
import { accountId, defaultFloor } from "../accounts.ts";
import type { Context } from "../context.ts";
import { insertAccounts, lockAccounts, setClosed, type NewAccount } from "../db/accounts.ts";

/** Closes many accounts in one transaction, each as closeAccount does. */
export async function batchCloseAccount(
  context: Context,
  request: BatchCloseAccountRequest,
): Promise<BatchCloseAccountResponse> {
  const accounts = request.accounts.map(accountOf);
  const ids = accounts.map(({ id }) => id);
  const rows = await transaction(context.db, "wallet.close-account", async (tx) => {
    // Sent together, executed in this order.
    const [, , closed] = await Promise.all([
      insertAccounts(tx, accounts),
      lockAccounts(tx, ids),
      setClosed(tx, ids),
    ]);
    return closed;
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return create(BatchCloseAccountResponseSchema, {
    accounts: ids.map((id) => {
      const row = rowOf.get(id);
      if (row === undefined) throw new Error("an account vanished");
      return accountMessage(row);
    }),
  });
}

function accountOf({ ref, currency }: CloseAccountRequest): NewAccount {
  if (!ref) throw invalidField("ref", "is required");
  const { gameId, type, ownerId } = ref;
  const id = accountId(ref, currency);
  return { id, gameId, type, ownerId, currency, floorMinor: defaultFloor(type) };
}
