import type { Queryable } from "@tms/kit/database/handle";
import type { TransferKind, AccountType } from "@tms/proto/tms/wallet/v1/wallet";

/** A line of a statement: a transfer with both its accounts' references. */
export interface StatementRow {
  id: string;
  sequence: bigint;
  currency: string;
  amount_minor: bigint;
  kind: TransferKind;
  reference_id: string | null;
  created_at: Date;
  game_id: string;
  debit_account_id: string;
  debit_type: AccountType;
  debit_owner_id: string;
  credit_account_id: string;
  credit_type: AccountType;
  credit_owner_id: string;
  /** The account's present balance, in the same snapshot. */
  balance_minor: bigint;
}

// Both sides carry the account, so that a transfer is found by either index.
export const COLUMNS = `
  transfer.id, transfer.sequence, transfer.currency, transfer.amount_minor, transfer.kind,
  transfer.reference_id, transfer.created_at, transfer.game_id,
  transfer.debit_account_id, debit.type AS debit_type, debit.owner_id AS debit_owner_id,
  transfer.credit_account_id, credit.type AS credit_type, credit.owner_id AS credit_owner_id`;

// A bound at any rate: an index can begin there, where a plan made for either case could not.
const BEFORE = "coalesce($2::bigint, 9223372036854775807)";

/** Lines of an account's statement before a sequence number, newest first. */
export async function statement(
  db: Queryable,
  accountId: string,
  before: bigint | null,
  limit: number,
): Promise<StatementRow[]> {
  const { rows } = await db.$client.query<StatementRow>(
    `WITH own AS (SELECT balance_minor FROM account WHERE id = $1),
     line AS (
       (SELECT * FROM transfer WHERE debit_account_id = $1 AND sequence < ${BEFORE}
        ORDER BY sequence DESC LIMIT $3)
       UNION ALL
       (SELECT * FROM transfer WHERE credit_account_id = $1 AND sequence < ${BEFORE}
        ORDER BY sequence DESC LIMIT $3)
     )
     SELECT ${COLUMNS}, own.balance_minor
     FROM own, line AS transfer
     JOIN account AS debit ON debit.id = transfer.debit_account_id
     JOIN account AS credit ON credit.id = transfer.credit_account_id
     ORDER BY transfer.sequence DESC LIMIT $3`,
    [accountId, before, limit],
  );
  return rows;
}

/** One transfer of a game, with both its accounts' references. */
export async function findTransferOfGame(
  db: Queryable,
  gameId: string,
  id: string,
): Promise<Omit<StatementRow, "balance_minor"> | undefined> {
  const { rows } = await db.$client.query<StatementRow>(
    `SELECT ${COLUMNS} FROM transfer
     JOIN account AS debit ON debit.id = transfer.debit_account_id
     JOIN account AS credit ON credit.id = transfer.credit_account_id
     WHERE transfer.id = $1 AND transfer.game_id = $2`,
    [id, gameId],
  );
  return rows[0];
}
