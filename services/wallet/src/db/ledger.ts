import { and, asc, eq, getColumns, sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import type { AccountRow } from "./accounts.ts";
import { account, type AccountType } from "./tables.ts";

/** What a game's accounts of one type hold together, and as of when. */
export interface TypeBalanceRow {
  type: AccountType;
  balanceMinor: bigint;
  asOf: Date;
}

/** Sums a game's accounts by type, in one statement and so as of one moment. */
export async function sumAccounts(
  db: Queryable,
  gameId: string,
  currency: string,
): Promise<TypeBalanceRow[]> {
  return await db
    .select({
      type: account.type,
      balanceMinor: sql<bigint>`sum(${account.balanceMinor})::bigint`,
      asOf: sql<Date>`statement_timestamp()`,
    })
    .from(account)
    .where(and(eq(account.gameId, gameId), eq(account.currency, currency)))
    .groupBy(account.type);
}

const { seals: _, sealedThrough: __, sealDigest: ___, ...ACCOUNT } = getColumns(account);

/** Which of a game's accounts are listed. */
export interface AccountFilter {
  gameId: string;
  currency: string;
  type: AccountType | undefined;
}

/** Position within a list of accounts. */
export interface AccountPosition {
  type: AccountType;
  ownerId: string;
}

/** A game's accounts by type and owner, after a position. */
export async function listAccounts(
  db: Queryable,
  { gameId, currency, type }: AccountFilter,
  after: AccountPosition | undefined,
  limit: number,
): Promise<AccountRow[]> {
  return await db
    .select(ACCOUNT)
    .from(account)
    .where(
      and(
        eq(account.gameId, gameId),
        eq(account.currency, currency),
        type && eq(account.type, type),
        after &&
          sql`(${account.type}, ${account.ownerId}) > (${after.type}::account_type, ${after.ownerId}::uuid)`,
      ),
    )
    .orderBy(asc(account.type), asc(account.ownerId))
    .limit(limit);
}
