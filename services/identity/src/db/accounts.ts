import { eq, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { first, oneOf, sole } from "@tms/kit/database/rows-of";
import { userAccount } from "./tables.ts";

export interface AccountRow extends Readonly<typeof userAccount.$inferSelect> {}

/** Returns undefined if the address already has an account. */
export const insertAccount = (
  tx: Tx,
  account: Pick<AccountRow, "id" | "name" | "email" | "passwordHash">,
) =>
  first(
    tx
      .insert(userAccount)
      .values(account)
      .onConflictDoNothing({ target: userAccount.email })
      .returning(),
  );

export const findByEmail = (db: Queryable, email: string) =>
  first(db.select().from(userAccount).where(eq(userAccount.email, email)));

export const findAccount = (db: Queryable, id: string) =>
  first(db.select().from(userAccount).where(eq(userAccount.id, id)));

/** Returns the accounts in no particular order. */
export const findAccounts = async (db: Queryable, ids: readonly string[]) =>
  await db.select().from(userAccount).where(oneOf(userAccount.id, ids));

/** Locks and returns an account. Other calls that change the account or open sessions for it wait. */
export const lockAccount = (tx: Tx, id: string) =>
  first(tx.select().from(userAccount).where(eq(userAccount.id, id)).for("no key update"));

export const updateAccount = (
  tx: Tx,
  id: string,
  changes: Partial<Pick<AccountRow, "name" | "passwordHash">>,
) =>
  sole(
    tx
      .update(userAccount)
      // Sets the name to itself, so that an empty change is a valid statement.
      .set({ name: sql`${userAccount.name}`, ...changes })
      .where(eq(userAccount.id, id))
      .returning(),
    "an updated account was not returned",
  );
