import type { Queryable } from "@tms/kit/database/handle";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { traced } from "@tms/kit/process/fault-points";
import type { TransferKind } from "./tables.ts";

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
 * Records transfers in one statement, all or none: none when an account is not open yet. The
 * accounts are locked in the order of their ids, as elsewhere. Fails when any invariant of the
 * ledger would be violated. Returns how many it recorded.
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
export async function insertDisbursements(
  db: Queryable,
  rows: readonly DisbursementRow[],
): Promise<number> {
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
