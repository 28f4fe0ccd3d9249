import type { Queryable } from "@tms/kit/database/handle";
import { COLUMNS, type StatementRow } from "./statement.ts";

/** A line of a journal: a transfer, and the text that is sealed. */
export interface JournalRow extends Omit<StatementRow, "balance_minor"> {
  line: string;
}

/** A seal as stored. */
export interface SealRow {
  number: bigint;
  through_sequence: bigint;
  transfers: bigint;
  digest: Buffer;
  created_at: Date;
}

const side = (effect: string, own: string, other: string, test: string) => `
  (SELECT *, journal_line(sequence, id, ${effect}, ${other}, kind, reference_id, created_at) AS line
   FROM transfer WHERE ${own} = $1 AND ${test} AND sequence > $2
   ORDER BY sequence LIMIT $3)`;

/** Lines of an account's journal after a sequence number, oldest first. */
export async function journal(
  db: Queryable,
  accountId: string,
  after: bigint,
  limit: number,
): Promise<JournalRow[]> {
  const debits = side(
    "-amount_minor",
    "debit_account_id",
    "credit_account_id",
    "NOT stands_in_credit(kind)",
  );
  const credits = side(
    "amount_minor",
    "credit_account_id",
    "debit_account_id",
    "stands_in_credit(kind)",
  );
  const { rows } = await db.$client.query<JournalRow>(
    `SELECT ${COLUMNS}, transfer.line
     FROM (${debits} UNION ALL ${credits}) AS transfer
     JOIN account AS debit ON debit.id = transfer.debit_account_id
     JOIN account AS credit ON credit.id = transfer.credit_account_id
     ORDER BY transfer.sequence LIMIT $3`,
    [accountId, after, limit],
  );
  return rows;
}

/** Seals of an account from a number on. */
export async function seals(
  db: Queryable,
  accountId: string,
  from: bigint,
  limit: number,
): Promise<SealRow[]> {
  const { rows } = await db.$client.query<SealRow>(
    `SELECT number, through_sequence, transfers, digest, created_at FROM seal
     WHERE account_id = $1 AND number >= $2 ORDER BY number LIMIT $3`,
    [accountId, from, limit],
  );
  return rows;
}
