import type * as proto from "@tms/proto/tms/wallet/v1/wallet";
import { ACCOUNT_TYPES, TRANSFER_KINDS, type AccountType } from "../db/tables.ts";
import { derivedId } from "@tms/kit/values/ids";
import {
  insertAccounts,
  lockAccounts,
  markClosed,
  sumAccounts,
  type NewAccount,
} from "../db/accounts.ts";
import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { createLimiter } from "@tms/kit/batching/limiter";
import { DomainError, required } from "@tms/kit/errors/domain-error";

const INVALID = "a validated request has an invalid enum value";
export const accountTypeOf = (type: proto.AccountType) =>
  required(ACCOUNT_TYPES.word(type), INVALID);
export const transferKindOf = (kind: proto.TransferKind) =>
  required(TRANSFER_KINDS.word(kind), INVALID);

export type Ref = Pick<proto.AccountRef, "gameId" | "type" | "ownerId">;

/** Derives the id of an account, so that concurrent calls that open it insert the same primary key. */
export const accountId = ({ gameId, type, ownerId }: Ref, currency: string): string =>
  derivedId("account", gameId, String(type), ownerId, currency);

/** The account types that need no floor. The constraint account_floor_of_type has the same list. */
const WITHOUT_FLOOR: readonly AccountType[] = ["external", "game"];

export function newAccount(ref: Ref, currency: string): NewAccount {
  const { gameId, ownerId } = ref;
  const type = accountTypeOf(ref.type);
  const floorMinor = WITHOUT_FLOOR.includes(type) ? null : 0n;
  return { id: accountId(ref, currency), gameId, type, ownerId, currency, floorMinor };
}

/** Closes accounts, even missing accounts. Closed accounts still take payouts, platform fees and refunds. */
export async function closeAccounts(db: Db, named: readonly { ref: Ref; currency: string }[]) {
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
    most: 1_000,
    // Each sum reads all accounts of a game, so sums run one at a time.
    limited: createLimiter({ atOnce: 1, mostWaiting: 64 }, () => new DomainError("OVERLOADED")),
  });
}
