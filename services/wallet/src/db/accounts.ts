import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { AccountType } from "@tms/proto/tms/wallet/v1/wallet";

/** An account as stored. */
export interface AccountRow {
  id: string;
  game_id: string;
  type: AccountType;
  owner_id: string;
  currency: string;
  balance_minor: bigint;
  floor_minor: bigint | null;
  closed_at: Date | null;
  created_at: Date;
}

const COLUMNS = `id, game_id, type, owner_id, currency, balance_minor, floor_minor, closed_at,
  created_at`;

/** An account to open. */
export interface NewAccount {
  id: string;
  gameId: string;
  type: AccountType;
  ownerId: string;
  currency: string;
  floorMinor: bigint | null;
}

/** Locks accounts against other transfers, in the order of their ids, so that no two batches
 * can wait for each other in a circle. */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await tx.$client.query<AccountRow>({
    name: "lock-accounts",
    text: `SELECT ${COLUMNS} FROM account WHERE id = ANY($1::uuid[])
      ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
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
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::uuid[], $5::text[], $6::bigint[])
        AS new (id, game_id, type, owner_id, currency, floor_minor)
      ORDER BY id
      ON CONFLICT DO NOTHING`,
    values: [
      accounts.map((a) => a.id),
      accounts.map((a) => a.gameId),
      accounts.map((a) => a.type),
      accounts.map((a) => a.ownerId),
      accounts.map((a) => a.currency),
      accounts.map((a) => a.floorMinor),
    ],
  });
}

/** Reads accounts; those never opened are absent. */
export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await db.$client.query<AccountRow>({
    name: "find-accounts",
    text: `SELECT ${COLUMNS} FROM account WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** Sets an account's floor. Fails on the constraint account_floor when its balance is lower. */
export async function setFloor(tx: Tx, id: string, floorMinor: bigint): Promise<AccountRow> {
  const { rows } = await tx.$client.query<AccountRow>(
    `UPDATE account SET floor_minor = $2 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, floorMinor],
  );
  return only(rows);
}

/** Closes accounts; one closed before keeps its time. */
export async function setClosed(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await tx.$client.query<AccountRow>({
    name: "set-closed",
    text: `UPDATE account SET closed_at = coalesce(closed_at, now())
      WHERE id = ANY($1::uuid[]) RETURNING ${COLUMNS}`,
    values: [ids],
  });
  return rows;
}

/**
 * The balance an account had at a moment, in minor units. Walks back from the present, so its
 * cost is what happened since. One statement, hence one snapshot.
 */
export async function balanceAt(db: Queryable, id: string, at: Date): Promise<bigint | null> {
  const { rows } = await db.$client.query<{ balance: bigint }>(
    `SELECT (balance_minor + ${since("debit_account_id")} - ${since("credit_account_id")})::bigint
       AS balance
     FROM account WHERE id = $1`,
    [id, at],
  );
  return rows[0]?.balance ?? null;
}

// Times grow with the sequence within an account, so the first row at or before the moment,
// newest first, bounds everything after it.
const since = (column: string) => `coalesce((
  SELECT sum(amount_minor) FROM transfer WHERE ${column} = account.id AND sequence > coalesce((
    SELECT sequence FROM transfer
    WHERE ${column} = account.id AND created_at <= $2 ORDER BY sequence DESC LIMIT 1), 0)), 0)`;

function only(rows: AccountRow[]): AccountRow {
  const row = rows[0];
  if (row === undefined) throw new Error("an account vanished");
  return row;
}
