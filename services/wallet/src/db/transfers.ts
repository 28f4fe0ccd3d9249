import { and, eq, sql } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { transfer } from "./tables.ts";

/** A transfer as stored. */
export interface TransferRow extends Readonly<typeof transfer.$inferSelect> {}

/** A transfer to record. */
export interface NewTransfer extends Omit<TransferRow, "sequence" | "createdAt"> {}

// Posting is written by hand, as in accounts.ts. Its reads travel with the locks, in their order.
const COLUMNS = `id, sequence, game_id AS "gameId", currency, debit_account_id AS "debitAccountId",
  credit_account_id AS "creditAccountId", amount_minor AS "amountMinor", kind,
  reference_id AS "referenceId", created_at AS "createdAt"`;

/** Transfers already made under these ids. */
export async function findTransfers(tx: Tx, ids: readonly string[]): Promise<TransferRow[]> {
  const { rows } = await tx.$client.query<TransferRow>({
    name: "find-transfers",
    text: `SELECT ${COLUMNS} FROM transfer WHERE id = ANY($1::uuid[])`,
    values: [arrayLiteral(ids)],
  });
  return rows;
}

/** Records transfers; the database moves the balances in the same statement. */
export async function insertTransfers(
  tx: Tx,
  transfers: readonly NewTransfer[],
): Promise<TransferRow[]> {
  const { rows } = await tx.$client.query<TransferRow>({
    name: "insert-transfers",
    text: `INSERT INTO transfer
        (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[],
        $6::bigint[], $7::transfer_kind[], $8::uuid[])
      RETURNING ${COLUMNS}`,
    values: [
      arrayLiteral(transfers.map((t) => t.id)),
      arrayLiteral(transfers.map((t) => t.gameId)),
      transfers.map((t) => t.currency),
      arrayLiteral(transfers.map((t) => t.debitAccountId)),
      arrayLiteral(transfers.map((t) => t.creditAccountId)),
      arrayLiteral(transfers.map((t) => t.amountMinor)),
      arrayLiteral(transfers.map((t) => t.kind)),
      transfers.map((t) => t.referenceId),
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

/** When transfers of a game were made, by their ids; those that were not are absent. */
export async function findTransferTimes(
  db: Queryable,
  gameId: string,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await times(db, { gameId, ids: arrayOf(transfer.id, ids) });
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}

/** Those of these ids under which a transfer was made. */
export async function findMade(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ id: transfer.id }).from(transfer).where(oneOf(transfer.id, ids));
  return new Set(rows.map(({ id }) => id));
}
