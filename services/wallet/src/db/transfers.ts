import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { Order, TransferRow } from "../ledger/transfer.ts";

/** A refusal as stored. */
export interface RefusalRow {
  transfer_id: string;
  content_digest: Buffer;
  reason: string;
  message: string;
}

const COLUMNS = `id, sequence, game_id, currency, debit_account_id, credit_account_id, amount_minor,
  kind, reference_id, created_at`;

/** Transfers already made under these ids. */
export async function findTransfers(db: Queryable, ids: readonly string[]): Promise<TransferRow[]> {
  const { rows } = await db.$client.query<TransferRow>({
    name: "find-transfers",
    text: `SELECT ${COLUMNS} FROM transfer WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** When transfers of a game were made, in milliseconds, in the order of the ids; 0 when not. */
export async function transferTimes(
  db: Queryable,
  gameId: string,
  ids: readonly string[],
): Promise<bigint[]> {
  const { rows } = await db.$client.query<{ ms: bigint }>({
    name: "transfer-times",
    // LIMIT 1 makes this a look-up per id, whatever size the table had when it was planned.
    text: `SELECT coalesce((extract(epoch FROM made.created_at) * 1000)::bigint, 0) AS ms
      FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, n)
      LEFT JOIN LATERAL (
        SELECT created_at FROM transfer
        WHERE transfer.id = wanted.id AND transfer.game_id = $1 LIMIT 1) AS made ON true
      ORDER BY n`,
    values: [gameId, ids],
  });
  return rows.map((row) => row.ms);
}

/** Refusals already given under these ids. */
export async function findRefusals(tx: Tx, ids: readonly string[]): Promise<RefusalRow[]> {
  const { rows } = await tx.$client.query<RefusalRow>({
    name: "find-refusals",
    text: `SELECT transfer_id, content_digest, reason, message FROM refusal
      WHERE transfer_id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** Records transfers; the database moves the balances in the same statement. */
export async function insertTransfers(tx: Tx, orders: readonly Order[]): Promise<TransferRow[]> {
  const { rows } = await tx.$client.query<TransferRow>({
    name: "insert-transfers",
    text: `INSERT INTO transfer
        (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[],
        $6::bigint[], $7::smallint[], $8::uuid[])
      RETURNING ${COLUMNS}`,
    values: [
      orders.map((o) => o.id),
      orders.map((o) => o.gameId),
      orders.map((o) => o.currency),
      orders.map((o) => o.debitAccountId),
      orders.map((o) => o.creditAccountId),
      orders.map((o) => o.amountMinor),
      orders.map((o) => o.kind),
      orders.map((o) => o.referenceId),
    ],
  });
  return rows;
}

/** Records refusals, so that a repeat is refused as well. */
export async function insertRefusals(tx: Tx, refusals: readonly RefusalRow[]): Promise<void> {
  await tx.$client.query({
    name: "insert-refusals",
    text: `INSERT INTO refusal (transfer_id, content_digest, reason, message)
      SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::text[], $4::text[])`,
    values: [
      refusals.map((r) => r.transfer_id),
      refusals.map((r) => r.content_digest),
      refusals.map((r) => r.reason),
      refusals.map((r) => r.message),
    ],
  });
}
