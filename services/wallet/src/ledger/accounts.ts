import { derivedId } from "@tms/kit/values/ids";
import { AccountType, type AccountRef } from "@tms/proto/tms/wallet/v1/wallet";
import type { NewAccount } from "../db/accounts.ts";

/**
 * The id of the account a reference names in a currency. Derived, so that the ledger addresses
 * rows by primary key alone and two openings of one account can only be the same row. Ids are
 * spelt in either case but mean the same.
 */
export function accountId(
  ref: Pick<AccountRef, "gameId" | "type" | "ownerId">,
  currency: string,
): string {
  const [gameId, ownerId] = [ref.gameId.toLowerCase(), ref.ownerId.toLowerCase()];
  return derivedId("account", gameId, String(ref.type), ownerId, currency);
}

/** The floor an account opens with, in minor units; null means none. */
export function defaultFloor(type: AccountType): bigint | null {
  switch (type) {
    case AccountType.EXTERNAL:
    case AccountType.GAME:
      return null;
    default:
      return 0n;
  }
}

/** The account a reference names in a currency, as it opens. */
export function newAccount(ref: AccountRef, currency: string): NewAccount {
  const { gameId, type, ownerId } = ref;
  const id = accountId(ref, currency);
  return { id, gameId, type, ownerId, currency, floorMinor: defaultFloor(type) };
}
