import { singleFlight } from "@tms/kit/batching/single-flight";
import { createTurns } from "@tms/kit/batching/turns";
import type { Db } from "@tms/kit/database/handle";
import { LRUCache } from "lru-cache";
import { sumAccounts } from "../db/ledger.ts";
import type { AccountType } from "../db/tables.ts";

/** What a game's accounts hold together. */
export interface LedgerTotals {
  byType: ReadonlyMap<AccountType, bigint>;
  sumMinor: bigint;
  asOf: Date;
}

const KEPT_MS = 10_000;
const MOST_KEPT = 1_000;
// Each reads all accounts of a game: a part of the connections, never those that move money.
const TURNS = { atOnce: 1, mostWaiting: 64 };

/** Creates a function that sums a game's accounts, and keeps each answer for ten seconds. */
export function createLedgerTotals(db: Db) {
  const kept = new LRUCache<string, LedgerTotals & { askedAt: number }>({ max: MOST_KEPT });
  const reading = singleFlight<LedgerTotals>();
  const takeTurn = createTurns(TURNS);

  async function read(gameId: string, currency: string): Promise<LedgerTotals> {
    // An answer is as old as its question.
    const askedAt = performance.now();
    const rows = await sumAccounts(db, gameId, currency);
    const totals = {
      byType: new Map(rows.map((row) => [row.type, row.balanceMinor])),
      // From the accounts themselves: that it is zero is for the reader to see.
      sumMinor: rows.reduce((sum, row) => sum + row.balanceMinor, 0n),
      asOf: rows[0]?.asOf ?? new Date(),
    };
    kept.set(`${gameId}/${currency}`, { ...totals, askedAt });
    return totals;
  }

  return async (gameId: string, currency: string): Promise<LedgerTotals> => {
    const key = `${gameId}/${currency}`;
    const known = kept.get(key);
    if (known !== undefined && performance.now() - known.askedAt < KEPT_MS) return known;
    return await reading(key, () => takeTurn(() => read(gameId, currency)));
  };
}
