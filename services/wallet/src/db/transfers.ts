import { and, asc, desc, eq, getColumns, gt, gte, lt, sql, type SQL } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, first, oneOf } from "@tms/kit/database/rows-of";
import type { TransferRow } from "./posting.ts";
import { account, seal, transfer, type AccountColumn } from "./tables.ts";

const times = prepared((db) =>
  db
    .select({ id: transfer.id, createdAt: transfer.createdAt })
    .from(transfer)
    .where(
      and(
        oneOf(transfer.id, sql.placeholder("ids")),
        eq(transfer.gameId, sql.placeholder("gameId")),
      ),
    ),
);

export async function findTransferTimes(db: Queryable, gameId: string, ids: readonly string[]) {
  const rows = await times(db, { gameId, ids: arrayOf(transfer.id, ids) });
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}

export async function findMade(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ id: transfer.id }).from(transfer).where(oneOf(transfer.id, ids));
  return new Set(rows.map(({ id }) => id));
}

type Owner = Pick<typeof account.$inferSelect, "type" | "ownerId">;

export interface NamedTransferRow extends TransferRow, Record<"debit" | "credit", Owner> {}

const debit = alias(account, "debit");
const credit = alias(account, "credit");
const OWNERS = {
  debit: { type: debit.type, ownerId: debit.ownerId },
  credit: { type: credit.type, ownerId: credit.ownerId },
};

export const findTransfer = (db: Queryable, gameId: string, id: string) =>
  first(
    db
      .select({ ...getColumns(transfer), ...OWNERS })
      .from(transfer)
      .innerJoin(debit, eq(debit.id, transfer.debitAccountId))
      .innerJoin(credit, eq(credit.id, transfer.creditAccountId))
      .where(and(eq(transfer.id, id), eq(transfer.gameId, gameId))),
  );

const accountId = sql.placeholder("accountId");
const before = sql.placeholder("before");
const limit = sql.placeholder("limit");
const own = alias(account, "own");

const page = prepared((db) => {
  const linesOf = (side: AccountColumn) =>
    db
      .select()
      .from(transfer)
      .where(and(eq(side, accountId), lt(transfer.sequence, before)))
      .orderBy(desc(transfer.sequence))
      .limit(limit);
  // The query reads each side separately, because each side has its own index.
  const line = unionAll(linesOf(transfer.debitAccountId), linesOf(transfer.creditAccountId));
  const lines = line.as("line");
  return db
    .select({ ...getColumns(lines), ...OWNERS, presentBalanceMinor: own.balanceMinor })
    .from(lines)
    .innerJoin(own, eq(own.id, accountId))
    .innerJoin(debit, eq(debit.id, lines.debitAccountId))
    .innerJoin(credit, eq(credit.id, lines.creditAccountId))
    .orderBy(desc(lines.sequence))
    .limit(limit);
});

/** Lists the lines of an account's statement before a sequence, newest first. */
export const listStatement = async (
  db: Queryable,
  id: string,
  beforeSequence: bigint,
  atMost: number,
) => await page(db, { accountId: id, before: beforeSequence, limit: atMost });

/** Lists the lines of an account's journal after a sequence, oldest first. */
export async function listJournal(db: Queryable, id: string, after: bigint, atMost: number) {
  const { debitAccountId, creditAccountId, amountMinor, kind } = transfer;
  const linesOf = (side: AccountColumn, other: AccountColumn, effect: SQL, standsHere: SQL) => {
    const text = sql<string>`journal_line(${transfer.sequence}, ${transfer.id}, ${effect}, ${other},
      ${kind}, ${transfer.referenceId}, ${transfer.createdAt})`.as("text");
    return db
      .select({ ...getColumns(transfer), text })
      .from(transfer)
      .where(and(eq(side, id), standsHere, gt(transfer.sequence, after)))
      .orderBy(asc(transfer.sequence))
      .limit(atMost);
  };
  // Each transfer is in the journal of only one of its two accounts.
  const inCredit = sql`stands_in_credit(${kind})`;
  const lines = unionAll(
    linesOf(debitAccountId, creditAccountId, sql`-${amountMinor}`, sql`NOT ${inCredit}`),
    linesOf(creditAccountId, debitAccountId, sql`${amountMinor}`, inCredit),
  ).as("line");
  return await db
    .select({ ...getColumns(lines), ...OWNERS })
    .from(lines)
    .innerJoin(debit, eq(debit.id, lines.debitAccountId))
    .innerJoin(credit, eq(credit.id, lines.creditAccountId))
    .orderBy(asc(lines.sequence))
    .limit(atMost);
}

export interface SealRow extends Omit<typeof seal.$inferSelect, "accountId"> {}

const { accountId: SEALED, ...SEAL } = getColumns(seal);

export const listSeals = async (db: Queryable, id: string, from: bigint, atMost: number) =>
  await db
    .select(SEAL)
    .from(seal)
    .where(and(eq(SEALED, id), gte(seal.number, from)))
    .orderBy(asc(seal.number))
    .limit(atMost);
