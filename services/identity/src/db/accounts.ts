import { eq, getColumns, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { oneOf } from "@tms/kit/database/rows-of";
import { userAccount } from "./tables.ts";

export interface AccountRow extends Readonly<typeof userAccount.$inferSelect> {}

const ACCOUNT = getColumns(userAccount);
/** Inserts an account. Returns undefined if the address has one. */
export async function insertAccount(
  tx: Tx,
  account: Pick<AccountRow, "id" | "name" | "email" | "passwordHash">,
): Promise<AccountRow | undefined> {
  const [row] = await tx
    .insert(userAccount)
    .values(account)
    .onConflictDoNothing({ target: userAccount.email })
    .returning(ACCOUNT);
  return row;
}

export async function findByEmail(db: Queryable, email: string): Promise<AccountRow | undefined> {
  const [row] = await db.select(ACCOUNT).from(userAccount).where(eq(userAccount.email, email));
  return row;
}

export async function findAccount(db: Queryable, id: string): Promise<AccountRow | undefined> {
  const [row] = await db.select(ACCOUNT).from(userAccount).where(eq(userAccount.id, id));
  return row;
}

/** Finds accounts, in no particular order. */
export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<AccountRow[]> {
  return await db.select(ACCOUNT).from(userAccount).where(oneOf(userAccount.id, ids));
}

/** Locks an account, so that other calls that change it or open sessions for it wait. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select(ACCOUNT)
    .from(userAccount)
    .where(eq(userAccount.id, id))
    .for("no key update");
  return row;
}

export async function updateAccount(
  tx: Tx,
  id: string,
  changes: Partial<Pick<AccountRow, "name" | "passwordHash">>,
): Promise<AccountRow> {
  const [row] = await tx
    .update(userAccount)
    // Sets the name to itself, so that an empty change is a valid statement.
    .set({ name: sql`${userAccount.name}`, ...changes })
    .where(eq(userAccount.id, id))
    .returning(ACCOUNT);
  if (row === undefined) throw new Error("an updated account was not returned");
  return row;
}
