import type { Db } from "@tms/kit/database/handle";
import { AccountType, type FeeCollection } from "@tms/proto/tms/wallet/v1/wallet";
import { insertFees, isConstraintViolation, type FeeColumns } from "../db/posting.ts";
import { accountId, newAccount } from "./accounts.ts";
import { newTransfer } from "./transfer.ts";

/**
 * Charges fees in one statement. Returns the fees that it did not charge, in order, for the caller to post.
 */
export async function collectAtOnce(db: Db, collections: readonly FeeCollection[]) {
  try {
    const unable = await insertFees(db, columnsOf(collections));
    if (unable.size === 0) return [];
    return collections
      .flatMap(transfersOf)
      .filter((fee) => unable.has(fee.debitAccountId) || unable.has(fee.creditAccountId));
  } catch (error) {
    if (isConstraintViolation(error)) return collections.flatMap(transfersOf);
    throw error;
  }
}

export function columnsOf(collections: readonly FeeCollection[]): FeeColumns {
  const positions = new Map<string, number>();
  const debitsMinor: bigint[] = [];
  /** Adds up the debits of an account. Returns the position of the account, counted from 1. */
  const debit = (id: string, minor: bigint): number => {
    const position = positions.get(id) ?? debitsMinor.push(0n);
    positions.set(id, position);
    debitsMinor[position - 1] = (debitsMinor[position - 1] ?? 0n) + minor;
    return position;
  };
  const poolIds = collections.map((fees) => accountId(poolOf(fees), fees.currency));
  poolIds.forEach((id) => debit(id, 0n));
  const payers = collections.flatMap(({ gameId, payer: type, currency, minorUnits, ownerIds }) =>
    ownerIds.map((ownerId) => debit(accountId({ gameId, type, ownerId }, currency), minorUnits)),
  );
  return {
    fees: {
      ids: collections.flatMap(({ transferIds }) => transferIds),
      payers,
      pools: collections.flatMap(({ transferIds }, index) => transferIds.map(() => index + 1)),
    },
    pools: {
      gameIds: collections.map(({ gameId }) => gameId),
      currencies: collections.map(({ currency }) => currency),
      accountIds: poolIds,
      tournamentIds: collections.map(({ tournamentId }) => tournamentId),
      amountsMinor: collections.map(({ minorUnits }) => minorUnits),
    },
    accounts: { ids: [...positions.keys()], debitsMinor },
  };
}

function transfersOf(fees: FeeCollection) {
  const {
    gameId,
    currency,
    minorUnits: amountMinor,
    tournamentId: referenceId,
    payer: type,
  } = fees;
  const pool = newAccount(poolOf(fees), currency);
  return fees.ownerIds.map((ownerId, index) =>
    newTransfer(newAccount({ gameId, type, ownerId }, currency), pool, {
      id: fees.transferIds[index] ?? "",
      amountMinor,
      kind: "entry_fee",
      referenceId,
    }),
  );
}

const poolOf = ({ gameId, tournamentId }: FeeCollection) => ({
  gameId,
  type: AccountType.PRIZE_POOL,
  ownerId: tournamentId,
});
