import type { Context, Rpcs } from "../context.ts";
import { closeAccounts } from "../ledger/close-accounts.ts";
import { accountMessage } from "../messages.ts";

/** Closes an account to all but what it is owed. */
export const closeAccount =
  ({ db }: Context): Rpcs["closeAccount"] =>
  async ({ ref, currency }) => {
    const [row] = await closeAccounts(db, [{ ref, currency }]);
    if (row === undefined) throw new Error("an account vanished");
    return { account: accountMessage(row) };
  };
