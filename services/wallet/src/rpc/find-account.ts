import type { Context, Rpcs } from "../context.ts";
import { findAccounts } from "../db/accounts.ts";
import { accountNotFound } from "../errors.ts";
import { accountMessage } from "../messages.ts";

/** Reads one account of a game by its id. */
export const findAccount =
  ({ db }: Context): Rpcs["findAccount"] =>
  async ({ gameId, accountId }) => {
    const [row] = await findAccounts(db, [accountId]);
    if (row === undefined || row.gameId !== gameId) throw accountNotFound();
    return { account: accountMessage(row) };
  };
