import { and, asc, eq, getColumns, sql, type SQL } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, columnList, insertion, oneOf, queryRows, sole } from "@tms/kit/database/rows-of";
import { account, transfer, type AccountColumn, type AccountType } from "./tables.ts";

type Stored = typeof account.$inferSelect;

export interface AccountRow extends Omit<Stored, "seals" | "sealedThrough" | "sealDigest"> {}

export interface NewAccount extends Omit<AccountRow, "balanceMinor" | "closedAt" | "createdAt"> {}

const { seals: _, sealedThrough: __, sealDigest: ___, ...ACCOUNT } = getColumns(account);
const { balanceMinor: _balance, closedAt: _closed, createdAt: _created, ...NEW } = ACCOUNT;

// The columns for handwritten statements. posting.ts says why these statements are handwritten.
const WRITTEN = columnList(ACCOUNT);

/** Locks the accounts that exist, in the order of their ids, so that batches do not deadlock. */
export const lockAccounts = (tx: Tx, ids: readonly string[]) =>
  queryRows<AccountRow>(tx, {
    name: "lock-accounts",
    text: `SELECT ${WRITTEN} FROM account WHERE id = ANY($1::uuid[])
      ORDER BY id FOR NO KEY UPDATE`,
    values: [arrayLiteral(ids)],
  });

/**
 * Opens accounts that do not exist, in the order of their ids, so that batches do not deadlock. ON CONFLICT
 * names no index, because two batches that open one account can conflict on either unique index.
 */
export const insertAccounts = insertion(account, NEW, "ORDER BY id ON CONFLICT DO NOTHING");

/** Closes accounts. An account that is already closed keeps its closing time. */
export const markClosed = (tx: Tx, ids: readonly string[]) =>
  queryRows<AccountRow>(tx, {
    name: "mark-closed",
    text: `UPDATE account SET closed_at = coalesce(closed_at, now())
      WHERE id = ANY($1::uuid[]) RETURNING ${WRITTEN}`,
    values: [arrayLiteral(ids)],
  });

const byIds = prepared((db) =>
  db
    .select(ACCOUNT)
    .from(account)
    .where(oneOf(account.id, sql.placeholder("ids"))),
);

export const findAccounts = async (db: Queryable, ids: readonly string[]) =>
  await byIds(db, { ids: arrayOf(account.id, ids) });

export const getAccount = (db: Queryable, id: string) =>
  sole(findAccounts(db, [id]), "an account disappeared");

/** Sets an account's floor. Fails on the constraint account_floor if the balance is lower. */
export const setFloor = (tx: Tx, id: string, floorMinor: bigint) =>
  sole(
    tx.update(account).set({ floorMinor }).where(eq(account.id, id)).returning(ACCOUNT),
    "an account disappeared",
  );

/** Returns an account's balance, if any, at a time. The cost grows with the number of later transfers. */
export async function findBalanceAt(db: Queryable, accountId: string, at: Date) {
  const debited = movedSince(transfer.debitAccountId, at);
  const credited = movedSince(transfer.creditAccountId, at);
  const { rows } = await db.execute<{ balance: bigint }>(
    sql`SELECT (${account.balanceMinor} + ${debited} - ${credited})::bigint AS balance
      FROM ${account} WHERE ${account.id} = ${accountId}`,
  );
  return rows[0]?.balance;
}

// Within an account, a later transfer has a higher sequence. Unlike the time, the sequence is in an index.
const movedSince = (side: AccountColumn, at: Date): SQL => sql`coalesce((
  SELECT sum(${transfer.amountMinor}) FROM ${transfer}
  WHERE ${side} = ${account.id} AND ${transfer.sequence} > coalesce((
    SELECT ${transfer.sequence} FROM ${transfer}
    WHERE ${side} = ${account.id} AND ${transfer.createdAt} <= ${sql.param(at, transfer.createdAt)}
    ORDER BY ${transfer.sequence} DESC LIMIT 1), 0)), 0)`;

/** Sums the balances by account type. One statement reads all accounts, so the sums are from one moment. */
export const sumAccounts = async (db: Queryable, gameId: string, currency: string) =>
  await db
    .select({
      type: account.type,
      balanceMinor: sql<bigint>`sum(${account.balanceMinor})::bigint`,
      asOf: sql<Date>`statement_timestamp()`,
    })
    .from(account)
    .where(and(eq(account.gameId, gameId), eq(account.currency, currency)))
    .groupBy(account.type);

export const listAccounts = async (
  db: Queryable,
  filter: { gameId: string; currency: string; type: AccountType | undefined },
  after: Pick<AccountRow, "type" | "ownerId"> | undefined,
  limit: number,
) =>
  await db
    .select(ACCOUNT)
    .from(account)
    .where(
      and(
        eq(account.gameId, filter.gameId),
        eq(account.currency, filter.currency),
        filter.type && eq(account.type, filter.type),
        after &&
          sql`(${account.type}, ${account.ownerId}) > (${after.type}::account_type, ${after.ownerId}::uuid)`,
      ),
    )
    .orderBy(asc(account.type), asc(account.ownerId))
    .limit(limit);
