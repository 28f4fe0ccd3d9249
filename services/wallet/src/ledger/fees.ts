import type { Db } from "@tms/kit/database/handle";
import { AccountType, type FeeCollection } from "@tms/proto/tms/wallet/v1/wallet";
import { insertFees, isConstraintViolation, type FeeColumns } from "../db/posting.ts";
import { accountId, newAccount } from "./accounts.ts";
import type { RequestedTransfer } from "./transfer.ts";

/**
 * Charges fees in one statement. The database enforces the ledger's invariants. If the statement violates a
 * constraint, it charges no fee. Returns the fees that were not charged, in the order of the collections, so
 * that the caller can post them as a batch.
 */
export async function collectAtOnce(
  db: Db,
  collections: readonly FeeCollection[],
): Promise<RequestedTransfer[]> {
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
  const accounts = createAccounts();
  const ids: string[] = [];
  const payers: number[] = [];
  const pools: number[] = [];
  const poolIds = collections.map((collection) =>
    accountId(poolOf(collection), collection.currency),
  );
  poolIds.forEach((id) => accounts.debit(id, 0n));
  collections.forEach((collection, index) => {
    const { gameId, payer: type, currency, minorUnits } = collection;
    for (const id of collection.transferIds) {
      ids.push(id);
      pools.push(index + 1);
    }
    for (const ownerId of collection.ownerIds)
      payers.push(accounts.debit(accountId({ gameId, type, ownerId }, currency), minorUnits));
  });
  return {
    fees: { ids, payers, pools },
    pools: {
      gameIds: collections.map(({ gameId }) => gameId),
      currencies: collections.map(({ currency }) => currency),
      accountIds: poolIds,
      tournamentIds: collections.map(({ tournamentId }) => tournamentId),
      amountsMinor: collections.map(({ minorUnits }) => minorUnits),
    },
    accounts: accounts.columns,
  };
}

/** Collects accounts in the order of their first use, with the sum of their debits. */
function createAccounts() {
  const positions = new Map<string, number>();
  const columns = { ids: [] as string[], debitsMinor: [] as bigint[] };
  return {
    columns,
    /** Returns the position of an account, counted from 1. */
    debit(id: string, minor: bigint): number {
      const known = positions.get(id);
      if (known === undefined) {
        positions.set(id, columns.ids.push(id));
        return columns.debitsMinor.push(minor);
      }
      columns.debitsMinor[known - 1] = (columns.debitsMinor[known - 1] ?? 0n) + minor;
      return known;
    },
  };
}

function transfersOf(collection: FeeCollection): RequestedTransfer[] {
  const { gameId, currency, minorUnits, tournamentId, payer, transferIds } = collection;
  const credit = newAccount(poolOf(collection), currency);
  return collection.ownerIds.map((ownerId, index) => {
    const debit = newAccount({ gameId, type: payer, ownerId }, currency);
    return {
      id: transferIds[index] ?? "",
      gameId,
      currency,
      debitAccountId: debit.id,
      creditAccountId: credit.id,
      amountMinor: minorUnits,
      kind: "entry_fee",
      referenceId: tournamentId,
      linked: false,
      debit,
      credit,
    };
  });
}

const poolOf = ({ gameId, tournamentId }: FeeCollection) => ({
  gameId,
  type: AccountType.PRIZE_POOL,
  ownerId: tournamentId,
});
