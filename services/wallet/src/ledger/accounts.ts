import { derivedId } from "@tms/kit/values/ids";
import type { AccountRef } from "@tms/proto/tms/wallet/v1/wallet";
import type { NewAccount } from "../db/accounts.ts";
import type { AccountType } from "../db/tables.ts";
import { accountTypeOf } from "../words.ts";

/** Names an account within a game and currency. */
export type Ref = Pick<AccountRef, "gameId" | "type" | "ownerId">;

/**
 * The id of the account that a reference names in a currency. Derived, so that the ledger addresses
 * rows by primary key alone and two openings of one account can only be the same row.
 */
export const accountId = ({ gameId, type, ownerId }: Ref, currency: string): string =>
  derivedId("account", gameId, String(type), ownerId, currency);

/** The floor an account opens with, in minor units; null means none. */
export function defaultFloor(type: AccountType): bigint | null {
  switch (type) {
    case "external":
    case "game":
      return null;
    default:
      return 0n;
  }
}

/** The account that a reference names in a currency, as it opens. */
export function newAccount(ref: Ref, currency: string): NewAccount {
  const { gameId, ownerId } = ref;
  const type = accountTypeOf(ref.type);
  const id = accountId(ref, currency);
  return { id, gameId, type, ownerId, currency, floorMinor: defaultFloor(type) };
}
