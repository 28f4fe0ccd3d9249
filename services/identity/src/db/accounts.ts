import { and, eq, getColumns, isNotNull, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { oneOf } from "@tms/kit/database/rows-of";
import { userAccount } from "./tables.ts";

/** A person's account as stored. */
export interface AccountRow extends Readonly<typeof userAccount.$inferSelect> {}

const ACCOUNT = getColumns(userAccount);
const IS_VERIFIED = isNotNull(userAccount.verifiedAt);

/**
 * Records a sign-up. One that waits for its code is replaced by the newer; an account is left as it
 * is, by a statement that does as much.
 */
export async function recordSignUp(
  tx: Tx,
  account: Pick<AccountRow, "id" | "name" | "email" | "passwordHash">,
): Promise<AccountRow> {
  const unlessVerified = (column: "name" | "password_hash" | "created_at") => {
    const [own, given] = [sql.raw(`user_account.${column}`), sql.raw(`excluded.${column}`)];
    return sql`CASE WHEN ${userAccount.verifiedAt} IS NULL THEN ${given} ELSE ${own} END`;
  };
  const [row] = await tx
    .insert(userAccount)
    .values(account)
    .onConflictDoUpdate({
      target: userAccount.email,
      set: {
        name: unlessVerified("name"),
        passwordHash: unlessVerified("password_hash"),
        createdAt: unlessVerified("created_at"),
      },
    })
    .returning(ACCOUNT);
  if (row === undefined) throw new Error("a recorded sign-up was not returned");
  return row;
}

/** Makes a sign-up an account; undefined if there is none for this address. */
export async function markVerified(tx: Tx, email: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .update(userAccount)
    .set({ verifiedAt: sql`coalesce(${userAccount.verifiedAt}, now())` })
    .where(eq(userAccount.email, email))
    .returning(ACCOUNT);
  return row;
}

/** The account or sign-up of an address. */
export async function findByEmail(db: Queryable, email: string): Promise<AccountRow | undefined> {
  const [row] = await db.select(ACCOUNT).from(userAccount).where(eq(userAccount.email, email));
  return row;
}

export async function findAccount(db: Queryable, id: string): Promise<AccountRow | undefined> {
  const [row] = await db
    .select(ACCOUNT)
    .from(userAccount)
    .where(and(eq(userAccount.id, id), IS_VERIFIED));
  return row;
}

/** Accounts by their ids, in no particular order. */
export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<AccountRow[]> {
  return await db
    .select(ACCOUNT)
    .from(userAccount)
    .where(and(oneOf(userAccount.id, ids), IS_VERIFIED));
}

/** Makes everyone else who changes this account or opens a session for it wait. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select(ACCOUNT)
    .from(userAccount)
    .where(and(eq(userAccount.id, id), IS_VERIFIED))
    .for("no key update");
  return row;
}

/** Changes a name, a password or both. */
export async function updateAccount(
  tx: Tx,
  id: string,
  changes: Partial<Pick<AccountRow, "name" | "passwordHash">>,
): Promise<AccountRow> {
  const [row] = await tx
    .update(userAccount)
    // Never without a column, so that there is always something to set.
    .set({ verifiedAt: sql`${userAccount.verifiedAt}`, ...changes })
    .where(eq(userAccount.id, id))
    .returning(ACCOUNT);
  if (row === undefined) throw new Error("an updated account was not returned");
  return row;
}
