import type { Queryable } from "@tms/kit/database";
import { plainArray } from "@tms/kit/plain-array";
import { durably } from "@tms/kit/steps";
import type { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";

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
 * Records transfers in one statement, all or none: none when an account is not open yet or an id
 * was refused before. The accounts are locked in the order of their ids, as elsewhere. Fails when
 * any invariant of the ledger would be violated. Returns how many it recorded.
 */
export async function insertDisbursement(db: Queryable, row: DisbursementRow): Promise<number> {
  const { rowCount } = await durably("wallet.disburse", () =>
    db.query({
      name: "insert-disbursement",
      text: `WITH locked AS MATERIALIZED (
        SELECT id FROM account WHERE id = ANY($1::uuid[] || $3::uuid) ORDER BY id FOR NO KEY UPDATE
      )
      INSERT INTO transfer
        (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
      SELECT id, $4, $5, $3, credit_account_id, amount_minor, $6, $7
      FROM unnest($2::uuid[], $1::uuid[], $8::bigint[]) AS new (id, credit_account_id, amount_minor)
      WHERE (SELECT count(*) FROM locked) = $9
        AND NOT EXISTS (SELECT FROM refusal WHERE transfer_id = ANY($2::uuid[]))`,
      values: [
        plainArray(row.creditAccountIds),
        plainArray(row.ids),
        row.debitAccountId,
        row.gameId,
        row.currency,
        row.kind,
        row.referenceId,
        plainArray(row.amountsMinor),
        new Set(row.creditAccountIds).size + 1,
      ],
    }),
  );
  return rowCount ?? 0;
}
