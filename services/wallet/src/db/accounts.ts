import { eq, getColumns, sql } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { account } from "./tables.ts";

type Stored = typeof account.$inferSelect;

/** An account as stored, without its seals. */
export interface AccountRow extends Omit<Stored, "seals" | "sealedThrough" | "sealDigest"> {}

/** An account to open. */
export interface NewAccount extends Pick<
  AccountRow,
  "id" | "gameId" | "type" | "ownerId" | "currency" | "floorMinor"
> {}

const { seals: _, sealedThrough: __, sealDigest: ___, ...ACCOUNT } = getColumns(account);

// What posting does is written by hand. Built by drizzle, the statements of one posted transfer cost a
// fifth more of this process's time, those of 32 posted together a tenth.
const WRITTEN = `id, game_id AS "gameId", type, owner_id AS "ownerId", currency,
  balance_minor AS "balanceMinor", floor_minor AS "floorMinor", closed_at AS "closedAt",
  created_at AS "createdAt"`;

/**
 * Locks accounts against other transfers, in the order of their ids, so that no two batches can wait
 * for each other in a circle.
 */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await tx.$client.query<AccountRow>({
    name: "lock-accounts",
    text: `SELECT ${WRITTEN} FROM account WHERE id = ANY($1::uuid[])
      ORDER BY id FOR NO KEY UPDATE`,
    values: [arrayLiteral(ids)],
  });
  return rows;
}

/** Opens accounts that are not open yet. */
export async function insertAccounts(
  db: Queryable,
  accounts: readonly NewAccount[],
): Promise<void> {
  await db.$client.query({
    name: "insert-accounts",
    // Sorted for the same reason as locking. Any conflict, not one of ids alone: of two that open
    // one account at once, either of its unique indexes may be the first to tell.
    text: `INSERT INTO account (id, game_id, type, owner_id, currency, floor_minor)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::account_type[], $4::uuid[], $5::text[],
          $6::bigint[])
        AS new (id, game_id, type, owner_id, currency, floor_minor)
      ORDER BY id
      ON CONFLICT DO NOTHING`,
    values: [
      arrayLiteral(accounts.map((a) => a.id)),
      arrayLiteral(accounts.map((a) => a.gameId)),
      arrayLiteral(accounts.map((a) => a.type)),
      arrayLiteral(accounts.map((a) => a.ownerId)),
      accounts.map((a) => a.currency),
      accounts.map((a) => a.floorMinor),
    ],
  });
}

/** Closes accounts; one closed before keeps its time. */
export async function markClosed(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await tx.$client.query<AccountRow>({
    name: "mark-closed",
    text: `UPDATE account SET closed_at = coalesce(closed_at, now())
      WHERE id = ANY($1::uuid[]) RETURNING ${WRITTEN}`,
    values: [arrayLiteral(ids)],
  });
  return rows;
}

const byIds = prepared((db) =>
  db
    .select(ACCOUNT)
    .from(account)
    .where(oneOf(account.id, sql.placeholder("ids"))),
);

/** Reads accounts; those never opened are absent. */
export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<AccountRow[]> {
  return await byIds(db, { ids: arrayOf(account.id, ids) });
}

/** Reads an account that is open. */
export async function getAccount(db: Queryable, id: string): Promise<AccountRow> {
  const [row] = await findAccounts(db, [id]);
  if (row === undefined) throw new Error("an account disappeared");
  return row;
}

/** Sets an account's floor. Fails on the constraint account_floor when its balance is lower. */
export async function setFloor(tx: Tx, id: string, floorMinor: bigint): Promise<AccountRow> {
  const [row] = await tx
    .update(account)
    .set({ floorMinor })
    .where(eq(account.id, id))
    .returning(ACCOUNT);
  if (row === undefined) throw new Error("an account disappeared");
  return row;
}
