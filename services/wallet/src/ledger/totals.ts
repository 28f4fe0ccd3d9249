import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { createLimiter } from "@tms/kit/batching/limiter";
import type { Db } from "@tms/kit/database/handle";
import { sumAccounts } from "../db/ledger.ts";
import type { AccountType } from "../db/tables.ts";
import { tooManyTotals } from "../errors.ts";

/** Which ledger: the accounts of a game in a currency. */
export interface LedgerKey {
  gameId: string;
  currency: string;
}

/** What a game's accounts hold together. */
export interface LedgerTotals {
  byType: ReadonlyMap<AccountType, bigint>;
  sumMinor: bigint;
  asOf: Date;
}

const KEEPING = {
  nameOf: ({ gameId, currency }: LedgerKey) => `${gameId}/${currency}`,
  shareOf: ({ gameId }: LedgerKey) => gameId,
  forMs: 10_000,
  most: 1_000,
};
// Each reads all accounts of a game: a part of the connections, never those that move money.
const LIMITS = { atOnce: 1, mostWaiting: 64 };

/** Creates a function that sums a game's accounts, and keeps each answer for ten seconds. */
export function createLedgerTotals(db: Db) {
  const read = async ({ gameId, currency }: LedgerKey): Promise<LedgerTotals> => {
    const rows = await sumAccounts(db, gameId, currency);
    return {
      byType: new Map(rows.map((row) => [row.type, row.balanceMinor])),
      // From the accounts themselves: that it is zero is for the reader to see.
      sumMinor: rows.reduce((sum, row) => sum + row.balanceMinor, 0n),
      asOf: rows[0]?.asOf ?? new Date(),
    };
  };
  return keepAnswers(read, { ...KEEPING, limited: createLimiter(LIMITS, tooManyTotals) });
}
