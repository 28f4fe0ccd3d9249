import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Context, Rpcs } from "../context.ts";
import { accountType } from "../db/tables.ts";
import { createLedgerTotals } from "../ledger/totals.ts";
import { ACCOUNT_TYPES } from "../words.ts";

/** Sums a game's accounts by type. */
export function getLedger({ db }: Context): Rpcs["getLedger"] {
  const totalsOf = createLedgerTotals(db);
  return async (key) => {
    const { byType, sumMinor, asOf } = await totalsOf(key);
    return {
      balances: accountType.enumValues.map((type) => ({
        type: ACCOUNT_TYPES.value(type),
        minorUnits: byType.get(type) ?? 0n,
      })),
      sumMinorUnits: sumMinor,
      asOfTime: timestampFromDate(asOf),
    };
  };
}
