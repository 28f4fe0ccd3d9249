import { bigint, bytea, pgEnum, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { minor, moment } from "@tms/kit/database/tables";
import { wordsOf, type WordOf } from "@tms/kit/values/words";
import * as proto from "@tms/proto/tms/wallet/v1/wallet";

export { eventOut, request } from "@tms/kit/database/tables";

export const ACCOUNT_TYPES = wordsOf(proto.AccountType);
export type AccountType = WordOf<typeof proto.AccountType>;
export const accountType = pgEnum("account_type", ACCOUNT_TYPES.all);

export const TRANSFER_KINDS = wordsOf(proto.TransferKind);
export type TransferKind = WordOf<typeof proto.TransferKind>;
export const transferKind = pgEnum("transfer_kind", TRANSFER_KINDS.all);

const count = () => bigint({ mode: "bigint" });

/** Accounts: one per game, type, owner and currency, each with its balance and its latest seal. */
export const account = snakeCase.table("account", {
  id: uuid().primaryKey(),
  gameId: uuid().notNull(),
  type: accountType().notNull(),
  ownerId: uuid().notNull(),
  currency: text().notNull(),
  balanceMinor: minor().notNull().default(0n),
  floorMinor: minor(),
  closedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  seals: count().notNull().default(0n),
  sealedThrough: count().notNull().default(0n),
  sealDigest: bytea(),
});

/** Every movement of money. Its sequence is the order within an account. */
export const transfer = snakeCase.table("transfer", {
  id: uuid().primaryKey(),
  sequence: count().generatedAlwaysAsIdentity(),
  gameId: uuid().notNull(),
  currency: text().notNull(),
  debitAccountId: uuid().notNull(),
  creditAccountId: uuid().notNull(),
  amountMinor: minor().notNull(),
  kind: transferKind().notNull(),
  referenceId: uuid(),
  createdAt: moment().notNull().defaultNow(),
});

/** The column of the debited or of the credited account of a transfer. */
export type AccountColumn = typeof transfer.debitAccountId;

/** Transfer ids that are refused permanently, with a digest of the refused content. */
export const refusal = snakeCase.table("refusal", {
  transferId: uuid().primaryKey(),
  contentDigest: bytea().notNull(),
  reason: text().notNull(),
  message: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** Digests over batches of journal lines. Each includes the previous digest. */
export const seal = snakeCase.table("seal", {
  accountId: uuid().primaryKey(),
  number: count().primaryKey(),
  throughSequence: count().notNull(),
  transfers: count().notNull(),
  digest: bytea().notNull(),
  createdAt: moment().notNull().defaultNow(),
});
