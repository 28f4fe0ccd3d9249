import { wordsOf } from "@tms/kit/values/words";
import * as proto from "@tms/proto/tms/wallet/v1/wallet";
import type { AccountType, TransferKind } from "../db/tables.ts";
import { derivedId } from "@tms/kit/values/ids";
import {
  insertAccounts,
  lockAccounts,
  markClosed,
  sumAccounts,
  type AccountRow,
  type NewAccount,
} from "../db/accounts.ts";
import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { createLimiter } from "@tms/kit/batching/limiter";
import { DomainError, required } from "@tms/kit/errors/domain-error";

export const ACCOUNT_TYPES = wordsOf(proto.AccountType);
export const TRANSFER_KINDS = wordsOf(proto.TransferKind);

const INVALID = "a validated request has an invalid enum value";
export const accountTypeOf = (type: proto.AccountType): AccountType =>
  required(ACCOUNT_TYPES.word(type), INVALID);

export const transferKindOf = (kind: proto.TransferKind): TransferKind =>
  required(TRANSFER_KINDS.word(kind), INVALID);

export type Ref = Pick<proto.AccountRef, "gameId" | "type" | "ownerId">;

/**
 * Returns the id of an account in a currency. The id is derived from the reference and the currency. The
 * ledger therefore finds accounts by primary key, and concurrent calls that open an account insert the same
 * id.
 */
export const accountId = ({ gameId, type, ownerId }: Ref, currency: string): string =>
  derivedId("account", gameId, String(type), ownerId, currency);

/** Returns the lowest allowed balance of a new account in minor units, or null if there is none. */
export function defaultFloor(type: AccountType): bigint | null {
  switch (type) {
    case "external":
    case "game":
      return null;
    default:
      return 0n;
  }
}

export function newAccount(ref: Ref, currency: string): NewAccount {
  const { gameId, ownerId } = ref;
  const type = accountTypeOf(ref.type);
  const id = accountId(ref, currency);
  return { id, gameId, type, ownerId, currency, floorMinor: defaultFloor(type) };
}

interface NamedAccount {
  ref: Ref;
  currency: string;
}

/**
 * Closes accounts in one transaction, and returns them in the requested order. A closed account still takes
 * payouts and refunds. An account that was never opened is opened and closed. A repeat changes nothing.
 */
export async function closeAccounts(db: Db, named: readonly NamedAccount[]): Promise<AccountRow[]> {
  const accounts = named.map(({ ref, currency }) => newAccount(ref, currency));
  const ids = accounts.map(({ id }) => id);
  const rows = await transaction(db, "wallet.close-account", async (tx) => {
    // Postgres receives the statements together, and executes them in this order.
    const [, , closed] = await Promise.all([
      insertAccounts(tx, accounts),
      lockAccounts(tx, ids),
      markClosed(tx, ids),
    ]);
    return closed;
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => required(byId.get(id), "an account disappeared"));
}

export interface LedgerKey {
  gameId: string;
  currency: string;
}

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
// Each sum reads all accounts of a game, so sums run one at a time.
const LIMITS = { atOnce: 1, mostWaiting: 64 };

/** Creates a function that sums a game's accounts and caches the result for ten seconds. */
export function createLedgerTotals(db: Db) {
  const read = async ({ gameId, currency }: LedgerKey): Promise<LedgerTotals> => {
    const rows = await sumAccounts(db, gameId, currency);
    return {
      byType: new Map(rows.map((row) => [row.type, row.balanceMinor])),
      // The sum covers the balances of all accounts. A result other than zero reveals an error in the ledger.
      sumMinor: rows.reduce((sum, row) => sum + row.balanceMinor, 0n),
      asOf: rows[0]?.asOf ?? new Date(),
    };
  };
  return keepAnswers(read, {
    ...KEEPING,
    limited: createLimiter(LIMITS, () => new DomainError("OVERLOADED")),
  });
}
