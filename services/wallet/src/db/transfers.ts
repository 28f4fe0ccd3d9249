import { and, desc, eq, getColumns, lt, sql } from "drizzle-orm";
import { arrayLiteral, toArrays, toLiterals } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, first, oneOf } from "@tms/kit/database/rows-of";
import { account, transfer, type AccountColumn, type AccountType, type refusal } from "./tables.ts";
import { alias, unionAll } from "drizzle-orm/pg-core";

export interface TransferRow extends Readonly<typeof transfer.$inferSelect> {}

export interface NewTransfer extends Omit<TransferRow, "sequence" | "createdAt"> {}

// The statements of posting are written by hand, as in accounts.ts. These reads are sent together with the
// statement that locks the accounts, and are executed after it.
const COLUMNS = `id, sequence, game_id AS "gameId", currency, debit_account_id AS "debitAccountId",
  credit_account_id AS "creditAccountId", amount_minor AS "amountMinor", kind,
  reference_id AS "referenceId", created_at AS "createdAt"`;

export async function findTransfers(tx: Tx, ids: readonly string[]): Promise<TransferRow[]> {
  const { rows } = await tx.$client.query<TransferRow>({
    name: "find-transfers",
    text: `SELECT ${COLUMNS} FROM transfer WHERE id = ANY($1::uuid[])`,
    values: [arrayLiteral(ids)],
  });
  return rows;
}

/** Inserts transfers. The database changes the balances in the same statement. */
export async function insertTransfers(tx: Tx, transfers: readonly NewTransfer[]) {
  const { rows } = await tx.$client.query<TransferRow>({
    name: "insert-transfers",
    text: `INSERT INTO transfer
        (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[],
        $6::bigint[], $7::transfer_kind[], $8::uuid[])
      RETURNING ${COLUMNS}`,
    values: [
      ...toLiterals(transfers, "id", "gameId"),
      ...toArrays(transfers, "currency"),
      ...toLiterals(transfers, "debitAccountId", "creditAccountId", "amountMinor", "kind"),
      ...toArrays(transfers, "referenceId"),
    ],
  });
  return rows;
}

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

/** Finds the times of transfers by their ids. Transfers that were not made are absent. */
export async function findTransferTimes(db: Queryable, gameId: string, ids: readonly string[]) {
  const rows = await times(db, { gameId, ids: arrayOf(transfer.id, ids) });
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}

/** Returns the ids under which a transfer was made. */
export async function findMade(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ id: transfer.id }).from(transfer).where(oneOf(transfer.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** A transfer with the types and owners of both accounts. */
export interface NamedTransferRow extends TransferRow {
  debitType: AccountType;
  debitOwnerId: string;
  creditType: AccountType;
  creditOwnerId: string;
}

export const debit = alias(account, "debit");
export const credit = alias(account, "credit");
export const NAMES = {
  debitType: debit.type,
  debitOwnerId: debit.ownerId,
  creditType: credit.type,
  creditOwnerId: credit.ownerId,
};

export const findTransfer = (db: Queryable, gameId: string, id: string) =>
  first(
    db
      .select({ ...getColumns(transfer), ...NAMES })
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
    .select({ ...getColumns(lines), ...NAMES, presentBalanceMinor: own.balanceMinor })
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

export interface RefusalRow extends Omit<typeof refusal.$inferSelect, "createdAt"> {}

export async function findRefusals(tx: Tx, ids: readonly string[]): Promise<RefusalRow[]> {
  const { rows } = await tx.$client.query<RefusalRow>({
    name: "find-refusals",
    text: `SELECT transfer_id AS "transferId", content_digest AS "contentDigest", reason, message
      FROM refusal WHERE transfer_id = ANY($1::uuid[])`,
    values: [arrayLiteral(ids)],
  });
  return rows;
}

/** Records refusals, so that repeats are refused too. */
export async function insertRefusals(tx: Tx, refusals: readonly RefusalRow[]): Promise<void> {
  await tx.$client.query({
    name: "insert-refusals",
    text: `INSERT INTO refusal (transfer_id, content_digest, reason, message)
      SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::text[], $4::text[])`,
    values: toArrays(refusals, "transferId", "contentDigest", "reason", "message"),
  });
}
