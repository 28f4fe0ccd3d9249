import type { Transaction } from "../../../api/types.ts";
import { TRANSFER_KINDS } from "../../../components/transfer-kinds.ts";

/** What a tournament came to for a wallet. */
export interface PlayedTournament {
  tournamentId: string;
  /** What moved, in words. */
  words: string;
  amount: number;
  currency: string;
}

// Beyond these, sums of decimal numbers show how computers keep them.
const DECIMALS = 8;

/** The tournaments that transactions belong to, the latest first. */
export function playedOf(transactions: readonly Transaction[]): PlayedTournament[] {
  const byTournament = Map.groupBy(
    transactions.filter(({ tournament }) => tournament !== null),
    ({ tournament }) => tournament ?? "",
  );
  return [...byTournament].map(([tournamentId, own]) => ({
    tournamentId,
    words: [...new Set(own.map(({ kind }) => TRANSFER_KINDS[kind].toLowerCase()))]
      .toReversed()
      .join(", "),
    amount: Number(own.reduce((sum, { amount }) => sum + amount, 0).toFixed(DECIMALS)),
    currency: own[0]?.currency ?? "",
  }));
}
