import { and, asc, eq, getColumns, gt, gte, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { credit, debit, NAMES } from "./transfers.ts";
import { seal, transfer, type AccountColumn } from "./tables.ts";

interface Side {
  own: AccountColumn;
  other: AccountColumn;
  effect: SQL;
  standsHere: SQL;
}

// Each transfer is in the journal of only one of its two accounts.
const DEBITS: Side = {
  own: transfer.debitAccountId,
  other: transfer.creditAccountId,
  effect: sql`-${transfer.amountMinor}`,
  standsHere: sql`NOT stands_in_credit(${transfer.kind})`,
};
const CREDITS: Side = {
  own: transfer.creditAccountId,
  other: transfer.debitAccountId,
  effect: sql`${transfer.amountMinor}`,
  standsHere: sql`stands_in_credit(${transfer.kind})`,
};

const textOf = (effect: SQL, other: AccountColumn) =>
  sql<string>`journal_line(${transfer.sequence}, ${transfer.id}, ${effect}, ${other}, ${transfer.kind},
    ${transfer.referenceId}, ${transfer.createdAt})`.as("text");

/** Lists the lines of an account's journal after a sequence, oldest first. */
export async function listJournal(db: Queryable, accountId: string, after: bigint, limit: number) {
  const linesOf = ({ own, other, effect, standsHere }: Side) =>
    db
      .select({ ...getColumns(transfer), text: textOf(effect, other) })
      .from(transfer)
      .where(and(eq(own, accountId), standsHere, gt(transfer.sequence, after)))
      .orderBy(asc(transfer.sequence))
      .limit(limit);
  const lines = unionAll(linesOf(DEBITS), linesOf(CREDITS)).as("line");
  return await db
    .select({ ...getColumns(lines), ...NAMES })
    .from(lines)
    .innerJoin(debit, eq(debit.id, lines.debitAccountId))
    .innerJoin(credit, eq(credit.id, lines.creditAccountId))
    .orderBy(asc(lines.sequence))
    .limit(limit);
}

export interface SealRow extends Omit<typeof seal.$inferSelect, "accountId"> {}

const { accountId: ACCOUNT, ...SEAL } = getColumns(seal);

/** Lists the seals of an account from a number on. */
export const listSeals = async (db: Queryable, accountId: string, from: bigint, limit: number) =>
  await db
    .select(SEAL)
    .from(seal)
    .where(and(eq(ACCOUNT, accountId), gte(seal.number, from)))
    .orderBy(asc(seal.number))
    .limit(limit);
