import type { Db } from "@tms/kit/database/handle";
import { invalidField } from "@tms/kit/errors/domain-error";
import { transaction } from "@tms/kit/database/transaction";
import type { Account, CloseAccountRequest } from "@tms/proto/tms/wallet/v1/wallet";
import { accountMessage } from "../messages.ts";
import { newAccount } from "./accounts.ts";
import { insertAccounts, lockAccounts, setClosed } from "../db/accounts.ts";

/**
 * Closes accounts to all but what they are owed, in one transaction, and returns them in the order
 * asked for. One never opened is opened closed, so that nothing can open it later. Repeats need no
 * record: closing twice is closing once.
 */
export async function closeAccounts(
  db: Db,
  requests: readonly CloseAccountRequest[],
): Promise<Account[]> {
  const accounts = requests.map(({ ref, currency }) => {
    if (!ref) throw invalidField("ref", "is required");
    return newAccount(ref, currency);
  });
  const ids = accounts.map(({ id }) => id);
  const rows = await transaction(db, "wallet.close-account", async (tx) => {
    // Sent together, executed in this order.
    const [, , closed] = await Promise.all([
      insertAccounts(tx, accounts),
      lockAccounts(tx, ids),
      setClosed(tx, ids),
    ]);
    return closed;
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rowOf.get(id);
    if (row === undefined) throw new Error("an account vanished");
    return accountMessage(row);
  });
}
