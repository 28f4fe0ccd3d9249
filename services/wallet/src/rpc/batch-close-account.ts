import type { Context, Rpcs } from "../context.ts";
import { closeAccounts } from "../ledger/close-accounts.ts";
import { accountMessage } from "../messages.ts";

/** Closes accounts in one transaction, each to all but what it is owed. */
export const batchCloseAccount =
  ({ db }: Context): Rpcs["batchCloseAccount"] =>
  async ({ accounts }) => {
    const rows = await closeAccounts(db, accounts);
    return { accounts: rows.map((row) => accountMessage(row)) };
  };
