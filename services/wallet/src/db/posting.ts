import { getColumns } from "drizzle-orm";
import { arrayLiteral, toArrays, toLiterals } from "@tms/kit/database/array-literal";
import { sqlState } from "@tms/kit/database/errors";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { columnList, given, insertion, queryRows } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import type { FeeCollection } from "@tms/proto/tms/wallet/v1/wallet";
import { refusal, transfer } from "./tables.ts";

// These statements are handwritten, because Drizzle would cost this process up to a fifth more time.

export interface TransferRow extends Readonly<typeof transfer.$inferSelect> {}

export interface NewTransfer extends Omit<TransferRow, "sequence" | "createdAt"> {}

const TRANSFER = columnList(getColumns(transfer));

export const findTransfers = (tx: Tx, ids: readonly string[]) =>
  queryRows<TransferRow>(tx, {
    name: "find-transfers",
    text: `SELECT ${TRANSFER} FROM transfer WHERE id = ANY($1::uuid[])`,
    values: [arrayLiteral(ids)],
  });

const { sequence: _, createdAt: __, ...NEW } = getColumns(transfer);
const SENT = given(NEW);
const INSERT = `INSERT INTO transfer (${SENT.names}) ${SENT.rows}`;
// The ids of accounts are the parameter after the columns of the transfers.
const ACCOUNTS = `$${Object.keys(NEW).length + 1}::uuid[]`;

export const insertTransfers = (tx: Tx, transfers: readonly NewTransfer[]) =>
  queryRows<TransferRow>(tx, {
    name: "insert-transfers",
    text: `${INSERT} RETURNING ${TRANSFER}`,
    values: SENT.toValues(transfers),
  });

/**
 * Reports if a statement violated a constraint (SQLSTATE class 23), was rolled back (class 40), or had a sum of
 * amounts that exceeds a bigint (22003).
 */
export const isConstraintViolation = (error: unknown): boolean =>
  /^(22003|23|40)/.test(sqlState(error));

/**
 * Locks accounts in the order of their ids, and inserts transfers. If an account is missing, inserts nothing
 * and returns false. Throws if a transfer id is in use or a transfer violates an invariant of the ledger.
 */
export async function insertDisbursed(db: Queryable, transfers: readonly NewTransfer[]) {
  const accountIds = new Set(
    transfers.flatMap(({ debitAccountId, creditAccountId }) => [debitAccountId, creditAccountId]),
  );
  const { rowCount } = await traced("wallet.disburse", () =>
    db.$client.query({
      name: "insert-disbursed",
      text: `WITH locked AS MATERIALIZED (
          SELECT id FROM account WHERE id = ANY(${ACCOUNTS}) ORDER BY id FOR NO KEY UPDATE
        )
        ${INSERT} WHERE (SELECT count(*) FROM locked) = cardinality(${ACCOUNTS})`,
      values: [...SENT.toValues(transfers), arrayLiteral([...accountIds])],
    }),
  );
  return rowCount !== 0;
}

/** Entry fees to charge. `payer` and `pool` are positions in `accounts` and `pools`, counted from 1. */
export interface Fees {
  fees: readonly { id: string; payer: number; pool: number }[];
  pools: readonly (Pick<FeeCollection, "gameId" | "currency" | "tournamentId" | "minorUnits"> & {
    accountId: string;
  })[];
  accounts: readonly { id: string; debitMinor: bigint }[];
}

/**
 * Charges fees in one statement, which locks accounts in the order of their ids. Skips all fees of missing or
 * closed accounts, and of accounts that cannot pay all their debits. Returns the ids of these accounts.
 * Throws and charges nothing if a transfer id is in use or a fee violates an invariant of the ledger.
 */
export async function insertFees(db: Queryable, { fees, pools, accounts }: Fees) {
  const { rows } = await traced("wallet.collect-fees", () =>
    db.$client.query<{ id: string }>({
      name: "insert-fees",
      text: `WITH locked AS MATERIALIZED (
        SELECT id, balance_minor, floor_minor, closed_at FROM account
        WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
      ), unable AS MATERIALIZED (
        SELECT debit.id FROM unnest($1::uuid[], $2::bigint[]) AS debit (id, minor)
        LEFT JOIN locked USING (id)
        WHERE locked.id IS NULL OR closed_at IS NOT NULL OR balance_minor - minor < floor_minor
      ), made AS (
        INSERT INTO transfer
          (id, debit_account_id, game_id, currency, credit_account_id, reference_id, amount_minor, kind)
        SELECT id, ($1::uuid[])[payer], ($6::uuid[])[pool], ($7::text[])[pool],
          ($8::uuid[])[pool], ($9::uuid[])[pool], ($10::bigint[])[pool], 'entry_fee'
        FROM unnest($3::uuid[], $4::int[], $5::int[]) AS fee (id, payer, pool)
        WHERE ($1::uuid[])[payer] NOT IN (SELECT id FROM unable)
          AND ($8::uuid[])[pool] NOT IN (SELECT id FROM unable)
      )
      SELECT id FROM unable`,
      values: [
        ...toLiterals(accounts, "id", "debitMinor"),
        ...toLiterals(fees, "id", "payer", "pool"),
        ...toLiterals(pools, "gameId"),
        ...toArrays(pools, "currency"),
        ...toLiterals(pools, "accountId", "tournamentId", "minorUnits"),
      ],
    }),
  );
  return new Set(rows.map((row) => row.id));
}

export interface RefusalRow extends Omit<typeof refusal.$inferSelect, "createdAt"> {}

const { createdAt: ___, ...REFUSAL } = getColumns(refusal);

export const findRefusals = (tx: Tx, ids: readonly string[]) =>
  queryRows<RefusalRow>(tx, {
    name: "find-refusals",
    text: `SELECT ${columnList(REFUSAL)} FROM refusal WHERE transfer_id = ANY($1::uuid[])`,
    values: [arrayLiteral(ids)],
  });

export const insertRefusals = insertion(refusal, REFUSAL);
