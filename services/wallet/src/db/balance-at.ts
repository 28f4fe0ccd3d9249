import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { account, transfer, type AccountColumn } from "./tables.ts";

/**
 * The balance that an account had at a moment, in minor units; undefined when it was never opened.
 * Walks back from the present, so its cost is what happened since. One statement, hence one snapshot.
 */
export async function findBalanceAt(
  db: Queryable,
  accountId: string,
  at: Date,
): Promise<bigint | undefined> {
  const debited = movedSince(transfer.debitAccountId, at);
  const credited = movedSince(transfer.creditAccountId, at);
  const { rows } = await db.execute<{ balance: bigint }>(
    sql`SELECT (${account.balanceMinor} + ${debited} - ${credited})::bigint AS balance
      FROM ${account} WHERE ${account.id} = ${accountId}`,
  );
  return rows[0]?.balance;
}

// Times grow with the sequence within an account, so the last transfer at or before the moment bounds
// everything after it.
const movedSince = (side: AccountColumn, at: Date): SQL => sql`coalesce((
  SELECT sum(${transfer.amountMinor}) FROM ${transfer}
  WHERE ${side} = ${account.id} AND ${transfer.sequence} > coalesce((
    SELECT ${transfer.sequence} FROM ${transfer}
    WHERE ${side} = ${account.id} AND ${transfer.createdAt} <= ${sql.param(at, transfer.createdAt)}
    ORDER BY ${transfer.sequence} DESC LIMIT 1), 0)), 0)`;
