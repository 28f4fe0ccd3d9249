import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { createLimiter } from "@tms/kit/batching/limiter";
import type { Db } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { sumAccounts } from "../db/accounts.ts";

export function createLedgerTotals(db: Db) {
  const read = async ({ gameId, currency }: { gameId: string; currency: string }) => {
    const rows = await sumAccounts(db, gameId, currency);
    return {
      byType: new Map(rows.map((row) => [row.type, row.balanceMinor])),
      // Covers the balances of all accounts. A result other than zero reveals an error in the ledger.
      sumMinor: rows.reduce((sum, row) => sum + row.balanceMinor, 0n),
      asOf: rows[0]?.asOf ?? new Date(),
    };
  };
  return keepAnswers(read, {
    nameOf: ({ gameId, currency }) => `${gameId}/${currency}`,
    shareOf: ({ gameId }) => gameId,
    forMs: 10_000,
    max: 1_000,
    // Each sum reads all accounts of a game, so sums run one at a time.
    limited: createLimiter({ atOnce: 1, mostWaiting: 64 }, () => new DomainError("OVERLOADED")),
  });
}
