import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { insertAccounts, lockAccounts, markClosed, type AccountRow } from "../db/accounts.ts";
import { newAccount, type Ref } from "./accounts.ts";

/** An account by what it belongs to. */
interface NamedAccount {
  ref: Ref;
  currency: string;
}

/**
 * Closes accounts to all but what they are owed, in one transaction, and returns them in the order
 * asked for. One never opened is opened closed, so that nothing can open it later. Repeats need no
 * record: closing twice is closing once.
 */
export async function closeAccounts(db: Db, named: readonly NamedAccount[]): Promise<AccountRow[]> {
  const accounts = named.map(({ ref, currency }) => newAccount(ref, currency));
  const ids = accounts.map(({ id }) => id);
  const rows = await transaction(db, "wallet.close-account", async (tx) => {
    // Sent together, executed in this order.
    const [, , closed] = await Promise.all([
      insertAccounts(tx, accounts),
      lockAccounts(tx, ids),
      markClosed(tx, ids),
    ]);
    return closed;
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw new Error("an account disappeared");
    return row;
  });
}
