import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { first, sole } from "@tms/kit/database/rows-of";
import { newId } from "@tms/kit/values/ids";
import { and, eq, getColumns, gt, isNull, lt, or, sql } from "drizzle-orm";
import { deviceCode, oneTimeCode, signUp, type Purpose } from "./tables.ts";

const inMinutes = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`;

const isOneOf = (column: PgColumn, digests: readonly Buffer[]) =>
  sql`${column} = any(${sql.param(digests)}::bytea[])`;

const MAX_TRIES = 5;

const IS_USABLE = and(
  isNull(oneTimeCode.usedAt),
  gt(oneTimeCode.expiresAt, sql`now()`),
  lt(oneTimeCode.tries, sql.raw(String(MAX_TRIES))),
);

/** Replaces the code of the same purpose and address. */
export async function replaceCode(
  tx: Tx,
  code: Pick<typeof oneTimeCode.$inferSelect, "purpose" | "email" | "digest">,
  minutes: number,
) {
  const { digest } = code;
  const expiresAt = inMinutes(minutes);
  await tx
    .insert(oneTimeCode)
    .values({ ...code, expiresAt, id: newId() })
    .onConflictDoUpdate({
      target: [oneTimeCode.purpose, oneTimeCode.email],
      set: { digest, tries: 0, createdAt: sql`now()`, usedAt: null, expiresAt },
    });
}

/** Counts a try. If the code has one of the digests, marks the code as used and returns true. */
export async function tryCode(tx: Tx, purpose: Purpose, email: string, digests: readonly Buffer[]) {
  const [tried] = await tx
    .update(oneTimeCode)
    .set({
      tries: sql`${oneTimeCode.tries} + 1`,
      usedAt: sql`CASE WHEN ${isOneOf(oneTimeCode.digest, digests)} THEN now() END`,
    })
    .where(and(eq(oneTimeCode.purpose, purpose), eq(oneTimeCode.email, email), IS_USABLE))
    .returning({ usedAt: oneTimeCode.usedAt });
  return tried !== undefined && tried.usedAt !== null;
}

export function findCode(db: Queryable, purpose: Purpose, digests: readonly Buffer[]) {
  const isCode = and(isOneOf(oneTimeCode.digest, digests), eq(oneTimeCode.purpose, purpose));
  return first(db.select().from(oneTimeCode).where(and(isCode, IS_USABLE)));
}

export interface SignUpRow extends Readonly<typeof signUp.$inferSelect> {}

export async function insertSignUp(
  tx: Tx,
  row: Pick<SignUpRow, "id" | "email" | "name" | "passwordHash" | "digest">,
  minutes: number,
) {
  await tx.insert(signUp).values({ ...row, expiresAt: inMinutes(minutes) });
}

/** Locks a pending sign-up by its id. Without an id, returns undefined if the address has several. */
export async function lockSignUp(tx: Tx, email: string, id: string | undefined) {
  const hasId = id === undefined ? undefined : eq(signUp.id, id);
  const isPending = and(gt(signUp.expiresAt, sql`now()`), lt(signUp.tries, MAX_TRIES));
  const [row, another] = await tx
    .select()
    .from(signUp)
    .where(and(eq(signUp.email, email), hasId, isPending))
    .orderBy(signUp.id)
    .limit(2)
    .for("update");
  return another === undefined ? row : undefined;
}

export async function countTry(tx: Tx, id: string): Promise<void> {
  await tx
    .update(signUp)
    .set({ tries: sql`${signUp.tries} + 1` })
    .where(eq(signUp.id, id));
}

export async function deleteSignUps(tx: Tx, email: string): Promise<void> {
  await tx.delete(signUp).where(eq(signUp.email, email));
}

export interface DeviceCodeRow extends Readonly<typeof deviceCode.$inferSelect> {}

const IS_OPEN = gt(deviceCode.expiresAt, sql`now()`);
const MINUTES = 10;
/** The seconds that each early poll adds to the interval (RFC 8628). */
const SLOWER_S = 5;

export const insertDeviceCode = (
  db: Queryable,
  code: Pick<DeviceCodeRow, "id" | "digest" | "userCodeDigest" | "pollIntervalS">,
) =>
  sole(
    db
      .insert(deviceCode)
      .values({ ...code, expiresAt: inMinutes(MINUTES) })
      .returning(),
    "an inserted device code was not returned",
  );

/** Records a poll and returns the code. A poll that came too soon makes the interval longer. */
export function pollDeviceCode(db: Queryable, digests: readonly Buffer[]) {
  const before = db
    .select({
      id: deviceCode.id,
      tooSoon:
        sql<boolean>`coalesce(${deviceCode.polledAt} > now() - make_interval(secs => ${deviceCode.pollIntervalS}), false)`.as(
          "too_soon",
        ),
    })
    .from(deviceCode)
    .where(and(isOneOf(deviceCode.digest, digests), IS_OPEN))
    .for("update")
    .as("before");
  return first(
    db
      .update(deviceCode)
      .set({
        polledAt: sql`now()`,
        pollIntervalS: sql`${deviceCode.pollIntervalS} + CASE WHEN ${before.tooSoon} THEN ${sql.raw(String(SLOWER_S))} ELSE 0 END`,
      })
      .from(before)
      .where(eq(deviceCode.id, before.id))
      .returning({ ...getColumns(deviceCode), tooSoon: before.tooSoon }),
  );
}

/** Approves a code. Returns false if it is unknown or expired, or if another person has approved it. */
export async function approveDeviceCode(
  db: Queryable,
  userCodeDigests: readonly Buffer[],
  userId: string,
) {
  const isFree = or(isNull(deviceCode.approvedBy), eq(deviceCode.approvedBy, userId));
  const approved = await db
    .update(deviceCode)
    .set({ approvedBy: userId })
    .where(and(isOneOf(deviceCode.userCodeDigest, userCodeDigests), IS_OPEN, isFree))
    .returning({ id: deviceCode.id });
  return approved.length === 1;
}

/** Deletes the device codes that the person approved and no tool has exchanged yet. */
export async function deleteApprovedCodes(tx: Tx, userId: string) {
  const isUnused = isNull(deviceCode.sessionId);
  await tx.delete(deviceCode).where(and(eq(deviceCode.approvedBy, userId), isUnused));
}

export const lockDeviceCode = (tx: Tx, id: string) =>
  first(tx.select().from(deviceCode).where(eq(deviceCode.id, id)).for("update"));

export async function setDeviceSession(tx: Tx, id: string, sessionId: string): Promise<void> {
  await tx.update(deviceCode).set({ sessionId }).where(eq(deviceCode.id, id));
}
