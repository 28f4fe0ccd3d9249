import { and, eq, getColumns, gt, isNull, lt, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { oneTimeCode, type Purpose } from "./tables.ts";

/** A mailed code as stored. */
export interface CodeRow extends Readonly<typeof oneTimeCode.$inferSelect> {}

const CODE = getColumns(oneTimeCode);
const MOST_TRIES = 5;

const IS_USABLE = and(
  isNull(oneTimeCode.usedAt),
  gt(oneTimeCode.expiresAt, sql`now()`),
  lt(oneTimeCode.tries, sql.raw(String(MOST_TRIES))),
);

const isOneOf = (digests: readonly Buffer[]) =>
  sql`${oneTimeCode.digest} = any(${sql.param(digests)}::bytea[])`;

/** A sign-up that waits for its code. */
export interface SignUp {
  name: string;
  passwordHash: string;
}

/** Stores a code, with the sign-up that it confirms, in place of the one before of its purpose and address. */
export async function replaceCode(
  tx: Tx,
  code: Pick<CodeRow, "purpose" | "email" | "digest">,
  minutes: number,
  signUp?: SignUp,
): Promise<void> {
  const fresh = {
    expiresAt: sql`now() + make_interval(mins => ${minutes})`,
    signUpName: signUp?.name ?? null,
    signUpPasswordHash: signUp?.passwordHash ?? null,
  };
  const { digest } = code;
  await tx
    .insert(oneTimeCode)
    .values({ ...code, ...fresh, id: newId() })
    .onConflictDoUpdate({
      target: [oneTimeCode.purpose, oneTimeCode.email],
      set: { digest, tries: 0, createdAt: sql`now()`, usedAt: null, ...fresh },
    });
}

/** Tries a code of an address once: true, and used, if it is one of these digests. */
export async function tryCode(
  tx: Tx,
  purpose: Purpose,
  email: string,
  digests: readonly Buffer[],
): Promise<boolean> {
  const [tried] = await tx
    .update(oneTimeCode)
    .set({
      tries: sql`${oneTimeCode.tries} + 1`,
      usedAt: sql`CASE WHEN ${isOneOf(digests)} THEN now() END`,
    })
    .where(and(eq(oneTimeCode.purpose, purpose), eq(oneTimeCode.email, email), IS_USABLE))
    .returning({ usedAt: oneTimeCode.usedAt });
  return tried !== undefined && tried.usedAt !== null;
}

/** The usable code with one of these digests. */
export async function findCode(
  db: Queryable,
  purpose: Purpose,
  digests: readonly Buffer[],
): Promise<CodeRow | undefined> {
  const [row] = await db
    .select(CODE)
    .from(oneTimeCode)
    .where(and(isOneOf(digests), eq(oneTimeCode.purpose, purpose), IS_USABLE));
  return row;
}

/**
 * Tries a sign-up's code of an address once: what that very sign-up gave, and the code is used, if it is
 * one of these digests.
 */
export async function takeSignUp(
  tx: Tx,
  email: string,
  digests: readonly Buffer[],
): Promise<SignUp | undefined> {
  const isThis = and(eq(oneTimeCode.purpose, "verify_email"), eq(oneTimeCode.email, email));
  // Locked before it is tried, so that no newer sign-up gets between the code and what it confirms.
  const [found] = await tx.select(CODE).from(oneTimeCode).where(isThis).for("update");
  const isRight = sql`${isOneOf(digests)}`;
  const [tried] = await tx
    .update(oneTimeCode)
    .set({
      tries: sql`${oneTimeCode.tries} + 1`,
      usedAt: sql`CASE WHEN ${isRight} THEN now() END`,
      signUpName: sql`CASE WHEN ${isRight} THEN NULL ELSE ${oneTimeCode.signUpName} END`,
      signUpPasswordHash: sql`CASE WHEN ${isRight} THEN NULL ELSE ${oneTimeCode.signUpPasswordHash} END`,
    })
    .where(and(isThis, IS_USABLE))
    .returning({ usedAt: oneTimeCode.usedAt });
  if (found === undefined || tried === undefined || tried.usedAt === null) return undefined;
  const { signUpName: name, signUpPasswordHash: passwordHash } = found;
  return name === null || passwordHash === null ? undefined : { name, passwordHash };
}
