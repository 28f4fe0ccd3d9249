import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Tx } from "@tms/kit/database/handle";
import { signUp } from "./tables.ts";

/** A sign-up as stored. */
export interface SignUpRow extends Readonly<typeof signUp.$inferSelect> {}

const MAX_TRIES = 5;

export async function insertSignUp(
  tx: Tx,
  row: Pick<SignUpRow, "id" | "email" | "name" | "passwordHash" | "digest">,
  minutes: number,
): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`;
  await tx.insert(signUp).values({ ...row, expiresAt });
}

/**
 * Locks the pending sign-up of an address and an id. Without an id, locks the only pending sign-up of
 * the address; undefined if there are several.
 */
export async function lockSignUp(
  tx: Tx,
  email: string,
  id: string | undefined,
): Promise<SignUpRow | undefined> {
  const [row, another] = await tx
    .select()
    .from(signUp)
    .where(
      and(
        eq(signUp.email, email),
        id === undefined ? undefined : eq(signUp.id, id),
        gt(signUp.expiresAt, sql`now()`),
        lt(signUp.tries, MAX_TRIES),
      ),
    )
    .orderBy(signUp.id)
    .limit(2)
    .for("update");
  return another === undefined ? row : undefined;
}

/** Counts a wrong code against a locked sign-up. */
export async function countTry(tx: Tx, id: string): Promise<void> {
  await tx
    .update(signUp)
    .set({ tries: sql`${signUp.tries} + 1` })
    .where(eq(signUp.id, id));
}

/** Forgets all sign-ups of an address, which has an account now. */
export async function deleteSignUps(tx: Tx, email: string): Promise<void> {
  await tx.delete(signUp).where(eq(signUp.email, email));
}
