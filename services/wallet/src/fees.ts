import { AccountType, TransferKind, type FeeCollection } from "@tms/proto/tms/wallet/v1/wallet";
import { accountId } from "./ledger/accounts.ts";
import type { FeeColumns } from "./db/collect-fees.ts";
import type { Order } from "./ledger/transfer.ts";

/** Resolves the accounts of collections, and turns them into columns. */
export function columnsOf(collections: readonly FeeCollection[]): FeeColumns {
  const accounts = createAccounts();
  const ids: string[] = [];
  const payers: number[] = [];
  const pools: number[] = [];
  const poolIds = collections.map(poolId);
  poolIds.forEach((id) => accounts.debit(id, 0n));
  collections.forEach((collection, index) => {
    const { gameId, payer: type, currency, minorUnits } = collection;
    for (const id of collection.transferIds) {
      ids.push(id.toLowerCase());
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

/** Accounts in the order they are first met, with what leaves each. */
function createAccounts() {
  const positions = new Map<string, number>();
  const columns = { ids: [] as string[], debitsMinor: [] as bigint[] };
  return {
    columns,
    /** Returns the account's position, counted from 1. */
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

/** The fees as orders, in the order of the collections. */
export function ordersOf(
  collections: readonly FeeCollection[],
  { fees, accounts }: FeeColumns,
): Order[] {
  let at = 0;
  return collections.flatMap((collection) => {
    const { currency, payer, minorUnits, tournamentId } = collection;
    const common = {
      gameId: collection.gameId.toLowerCase(),
      currency,
      amountMinor: minorUnits,
      kind: TransferKind.ENTRY_FEE,
      referenceId: tournamentId.toLowerCase(),
      creditAccountId: poolId(collection),
      credit: { type: AccountType.PRIZE_POOL, ownerId: tournamentId },
      linked: false,
    };
    return collection.ownerIds.map((ownerId) => {
      const position = at++;
      return {
        ...common,
        id: fees.ids[position] ?? "",
        debitAccountId: accounts.ids[(fees.payers[position] ?? 0) - 1] ?? "",
        debit: { type: payer, ownerId },
      };
    });
  });
}

const poolId = ({ gameId, tournamentId, currency }: FeeCollection) =>
  accountId({ gameId, type: AccountType.PRIZE_POOL, ownerId: tournamentId }, currency);
