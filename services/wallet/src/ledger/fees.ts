import type { Db } from "@tms/kit/database/handle";
import { AccountType, type FeeCollection } from "@tms/proto/tms/wallet/v1/wallet";
import { insertFees, isConstraintViolation, type Fees } from "../db/posting.ts";
import { accountId, newAccount, newTransfer } from "./transfer.ts";

/** Charges fees in one statement. Returns the fees that it did not charge, for the caller to post. */
export async function collectAtOnce(db: Db, collections: readonly FeeCollection[]) {
  try {
    const unable = await insertFees(db, toFees(collections));
    if (unable.size === 0) return [];
    return collections
      .flatMap(toTransfers)
      .filter((fee) => unable.has(fee.debitAccountId) || unable.has(fee.creditAccountId));
  } catch (error) {
    if (isConstraintViolation(error)) return collections.flatMap(toTransfers);
    throw error;
  }
}

export function toFees(collections: readonly FeeCollection[]): Fees {
  const accounts = new Map<string, { id: string; position: number; debitMinor: bigint }>();
  /** Adds a debit to the sum of its account. Returns the position of the account, counted from 1. */
  const debit = (id: string, minor: bigint): number => {
    const known = accounts.get(id) ?? { id, position: accounts.size + 1, debitMinor: 0n };
    accounts.set(id, { ...known, debitMinor: known.debitMinor + minor });
    return known.position;
  };
  const pools = collections.map((fees) => ({ ...fees, accountId: toPool(fees).id }));
  for (const { accountId: id } of pools) debit(id, 0n);
  const fees = collections.flatMap(
    ({ gameId, payer: type, currency, minorUnits, ...each }, index) =>
      each.ownerIds.map((ownerId, n) => ({
        id: each.transferIds[n] ?? "",
        payer: debit(accountId({ gameId, type, ownerId }, currency), minorUnits),
        pool: index + 1,
      })),
  );
  return { fees, pools, accounts: [...accounts.values()] };
}

function toTransfers(fees: FeeCollection) {
  const { gameId, currency, minorUnits: amountMinor, tournamentId: referenceId } = fees;
  const pool = toPool(fees);
  return fees.ownerIds.map((ownerId, index) =>
    newTransfer(newAccount({ gameId, type: fees.payer, ownerId }, currency), pool, {
      id: fees.transferIds[index] ?? "",
      amountMinor,
      kind: "entry_fee",
      referenceId,
    }),
  );
}

const toPool = ({ gameId, tournamentId: ownerId, currency }: FeeCollection) =>
  newAccount({ gameId, type: AccountType.PRIZE_POOL, ownerId }, currency);
