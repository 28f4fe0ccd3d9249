import type { Context, Rpcs } from "../context.ts";
import { findAccounts } from "../db/accounts.ts";
import { accountId } from "../ledger/accounts.ts";

/** Reads the present balances of many accounts; one never opened reads as zero. */
export const batchGetBalances =
  ({ db }: Context): Rpcs["batchGetBalances"] =>
  async ({ refs, currency }) => {
    const ids = refs.map((ref) => accountId(ref, currency));
    const rows = await findAccounts(db, ids);
    const balances = new Map(rows.map((row) => [row.id, row.balanceMinor]));
    return { balances: ids.map((id) => ({ currency, minorUnits: balances.get(id) ?? 0n })) };
  };
