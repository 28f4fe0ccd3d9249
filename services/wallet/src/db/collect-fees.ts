import type { Queryable } from "@tms/kit/database/handle";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { traced } from "@tms/kit/process/fault-points";

/** Entry fees to charge, as columns: one item per fee, per pool, and per account. */
export interface FeeColumns {
  /** Each names who pays it and its pool by position, counted from 1. */
  fees: { ids: readonly string[]; payers: readonly number[]; pools: readonly number[] };
  pools: {
    gameIds: readonly string[];
    currencies: readonly string[];
    accountIds: readonly string[];
    tournamentIds: readonly string[];
    amountsMinor: readonly bigint[];
  };
  /** All accounts, with what leaves each. */
  accounts: { ids: readonly string[]; debitsMinor: readonly bigint[] };
}

/**
 * Charges in one statement all fees but those of accounts that cannot take part as they are: not
 * open yet, closed, or with too little for all that should leave them. Returns these accounts.
 * They are all locked in the order of their ids, and before any transfer is numbered. Fails,
 * having charged nothing, when any invariant of the ledger would be violated.
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
        // In quotes: a currency may be called NULL.
        pools.currencies,
        arrayLiteral(pools.accountIds),
        arrayLiteral(pools.tournamentIds),
        arrayLiteral(pools.amountsMinor),
      ],
    }),
  );
  return new Set(rows.map((row) => row.id));
}
