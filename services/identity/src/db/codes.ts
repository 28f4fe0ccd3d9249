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

/** Stores a code in place of the one before of its purpose and address. */
export async function replaceCode(
  tx: Tx,
  code: Pick<CodeRow, "purpose" | "email" | "digest">,
  minutes: number,
): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`;
  const { digest } = code;
  await tx
    .insert(oneTimeCode)
    .values({ ...code, expiresAt, id: newId() })
    .onConflictDoUpdate({
      target: [oneTimeCode.purpose, oneTimeCode.email],
      set: { digest, tries: 0, createdAt: sql`now()`, usedAt: null, expiresAt },
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
