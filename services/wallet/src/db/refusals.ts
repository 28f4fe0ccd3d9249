import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Tx } from "@tms/kit/database/handle";
import type { refusal } from "./tables.ts";

/** A refusal as stored. */
export interface RefusalRow extends Omit<typeof refusal.$inferSelect, "createdAt"> {}

// Written by hand, as in accounts.ts: the read travels with the locks of a batch, in its order.

/** Refusals already given under these ids. */
export async function findRefusals(tx: Tx, ids: readonly string[]): Promise<RefusalRow[]> {
  const { rows } = await tx.$client.query<RefusalRow>({
    name: "find-refusals",
    text: `SELECT transfer_id AS "transferId", content_digest AS "contentDigest", reason, message
      FROM refusal WHERE transfer_id = ANY($1::uuid[])`,
    values: [arrayLiteral(ids)],
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
      arrayLiteral(refusals.map((r) => r.transferId)),
      refusals.map((r) => r.contentDigest),
      refusals.map((r) => r.reason),
      refusals.map((r) => r.message),
    ],
  });
}
