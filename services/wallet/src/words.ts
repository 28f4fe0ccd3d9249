import { wordsOf } from "@tms/kit/values/words";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type * as tables from "./db/tables.ts";

/** What the database calls types of account and kinds of transfer. */
export const ACCOUNT_TYPES = wordsOf(AccountType);
export const TRANSFER_KINDS = wordsOf(TransferKind);

/** The database's word for a type of account, which a request is sure to have. */
export const accountTypeOf = (type: AccountType): tables.AccountType =>
  required(ACCOUNT_TYPES.word(type));

/** The database's word for a kind of transfer, which a request is sure to have. */
export const transferKindOf = (kind: TransferKind): tables.TransferKind =>
  required(TRANSFER_KINDS.word(kind));

function required<W extends string>(word: W | undefined): W {
  if (word === undefined) throw new Error("a validated request has an invalid enum value");
  return word;
}
