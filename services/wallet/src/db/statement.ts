import { and, desc, eq, getColumns, lt, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { credit, debit, NAMES, type NamedTransferRow } from "./named-transfers.ts";
import { account, transfer, type AccountColumn } from "./tables.ts";

/** A line of a statement, with the account's present balance, in the same snapshot. */
export interface StatementRow extends NamedTransferRow {
  presentBalanceMinor: bigint;
}

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
  // Each side by its own index.
  const line = unionAll(linesOf(transfer.debitAccountId), linesOf(transfer.creditAccountId));
  const lines = line.as("line");
  return db
    .select({ ...getColumns(lines), ...NAMES, presentBalanceMinor: own.balanceMinor })
    .from(lines)
    .innerJoin(own, eq(own.id, accountId))
    .innerJoin(debit, eq(debit.id, lines.debitAccountId))
    .innerJoin(credit, eq(credit.id, lines.creditAccountId))
    .orderBy(desc(lines.sequence))
    .limit(limit);
});

/** Lines of an account's statement before a sequence number, newest first. */
export async function listStatement(
  db: Queryable,
  id: string,
  beforeSequence: bigint,
  atMost: number,
): Promise<StatementRow[]> {
  return await page(db, { accountId: id, before: beforeSequence, limit: atMost });
}
