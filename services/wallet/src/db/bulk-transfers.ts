import { sqlState } from "@tms/kit/database/errors";
import type { Queryable } from "@tms/kit/database/handle";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { traced } from "@tms/kit/process/fault-points";
import type { TransferKind } from "./tables.ts";

/**
 * Reports whether a statement violated a constraint of the ledger (SQLSTATE class 23) or was rolled back
 * (class 40), for example because of a deadlock with another batch. The statement recorded nothing.
 */
export const isConstraintViolation = (error: unknown): boolean => /^(23|40)/.test(sqlState(error));

/** Entry fees to charge, as columns: one item per fee, per pool, and per account. */
export interface FeeColumns {
  /** `payers` and `pools` have positions in `accounts` and `pools`, counted from 1. */
  fees: { ids: readonly string[]; payers: readonly number[]; pools: readonly number[] };
  pools: {
    gameIds: readonly string[];
    currencies: readonly string[];
    accountIds: readonly string[];
    tournamentIds: readonly string[];
    amountsMinor: readonly bigint[];
  };
  /** All accounts, with the sum of their debits. */
  accounts: { ids: readonly string[]; debitsMinor: readonly bigint[] };
}

/**
 * Charges fees in one statement. Skips the fees of accounts that do not exist, are closed, or cannot pay all
 * their debits, and returns the ids of these accounts. Locks all accounts in the order of their ids before a
 * transfer gets its sequence. If a fee would violate an invariant of the ledger, throws and charges nothing.
 */
export async function insertFees(db: Queryable, columns: FeeColumns): Promise<Set<string>> {
  const { fees, pools, accounts } = columns;
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
        arrayLiteral(accounts.ids),
        arrayLiteral(accounts.debitsMinor),
        arrayLiteral(fees.ids),
        arrayLiteral(fees.payers),
        arrayLiteral(fees.pools),
        arrayLiteral(pools.gameIds),
        // The driver quotes these items, because a currency can be called NULL.
        pools.currencies,
        arrayLiteral(pools.accountIds),
        arrayLiteral(pools.tournamentIds),
        arrayLiteral(pools.amountsMinor),
      ],
    }),
  );
  return new Set(rows.map((row) => row.id));
}

/** Transfers out of one account, as columns of the same length. */
export interface DisbursementRow {
  gameId: string;
  currency: string;
  debitAccountId: string;
  kind: TransferKind;
  referenceId: string;
  ids: readonly string[];
  creditAccountIds: readonly string[];
  amountsMinor: readonly bigint[];
}

/**
 * Records transfers in one statement, all or none. Records none if an account does not exist. Locks the
 * accounts in the order of their ids. Fails if a transfer would violate an invariant of the ledger. Returns
 * the number of recorded transfers.
 */
export async function insertDisbursement(db: Queryable, row: DisbursementRow): Promise<number> {
  const { rowCount } = await traced("wallet.disburse", () =>
    db.$client.query({
      name: "insert-disbursement",
      text: `WITH locked AS MATERIALIZED (
        SELECT id FROM account WHERE id = ANY($1::uuid[] || $3::uuid) ORDER BY id FOR NO KEY UPDATE
      )
      INSERT INTO transfer
        (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
      SELECT id, $4, $5, $3, credit_account_id, amount_minor, $6, $7
      FROM unnest($2::uuid[], $1::uuid[], $8::bigint[]) AS new (id, credit_account_id, amount_minor)
      WHERE (SELECT count(*) FROM locked) = $9`,
      values: [
        arrayLiteral(row.creditAccountIds),
        arrayLiteral(row.ids),
        row.debitAccountId,
        row.gameId,
        row.currency,
        row.kind,
        row.referenceId,
        arrayLiteral(row.amountsMinor),
        new Set(row.creditAccountIds).size + 1,
      ],
    }),
  );
  return rowCount ?? 0;
}

/** Records the transfers of several disbursements in one statement, all or none. */
export async function insertDisbursements(db: Queryable, rows: readonly DisbursementRow[]) {
  const column = <T>(value: (row: DisbursementRow) => T) =>
    rows.flatMap((row) => row.ids.map(() => value(row)));
  const creditAccountIds = rows.flatMap((row) => row.creditAccountIds);
  const accountIds = new Set([...creditAccountIds, ...rows.map((row) => row.debitAccountId)]);
  const { rowCount } = await traced("wallet.disburse", () =>
    db.$client.query({
      name: "insert-disbursements",
      text: `WITH locked AS MATERIALIZED (
        SELECT id FROM account WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
      )
      INSERT INTO transfer
        (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
      SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[],
        $7::bigint[], $8::transfer_kind[], $9::uuid[])
      WHERE (SELECT count(*) FROM locked) = cardinality($1::uuid[])`,
      values: [
        arrayLiteral([...accountIds]),
        arrayLiteral(rows.flatMap((row) => row.ids)),
        arrayLiteral(column((row) => row.gameId)),
        column((row) => row.currency),
        arrayLiteral(column((row) => row.debitAccountId)),
        arrayLiteral(creditAccountIds),
        arrayLiteral(rows.flatMap((row) => row.amountsMinor)),
        arrayLiteral(column((row) => row.kind)),
        arrayLiteral(column((row) => row.referenceId)),
      ],
    }),
  );
  return rowCount ?? 0;
}
