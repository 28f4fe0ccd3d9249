import { dateOf } from "@tms/kit/values/input";
import type { Context, Rpcs } from "../context.ts";
import { findAccounts } from "../db/accounts.ts";
import { findBalanceAt } from "../db/balance-at.ts";
import { accountNotFound } from "../errors.ts";
import { accountId } from "../ledger/accounts.ts";
import { accountMessage } from "../messages.ts";

/** Reads one account, now or as it stood. */
export const getAccount =
  ({ db }: Context): Rpcs["getAccount"] =>
  async ({ ref, currency, at }) => {
    const id = accountId(ref, currency);
    const [row] = await findAccounts(db, [id]);
    if (row === undefined) throw accountNotFound();
    const past = at && (await findBalanceAt(db, id, dateOf("at", at)));
    return { account: accountMessage(row, past) };
  };
