import { and, eq, getColumns, gt, isNull, or, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { deviceCode } from "./tables.ts";

/** A device code as stored. */
export interface DeviceCodeRow extends Readonly<typeof deviceCode.$inferSelect> {}

const DEVICE_CODE = getColumns(deviceCode);
const IS_OPEN = gt(deviceCode.expiresAt, sql`now()`);
const MINUTES = 10;
/** RFC 8628 asks for so much longer an interval after each poll that came too soon. */
const SLOWER_S = 5;

const isOneOf = (column: typeof deviceCode.digest, digests: readonly Buffer[]) =>
  sql`${column} = any(${sql.param(digests)}::bytea[])`;

export async function insertDeviceCode(
  db: Queryable,
  code: Pick<DeviceCodeRow, "id" | "digest" | "userCodeDigest" | "pollIntervalS">,
): Promise<DeviceCodeRow> {
  const [row] = await db
    .insert(deviceCode)
    .values({ ...code, expiresAt: sql`now() + make_interval(mins => ${MINUTES})` })
    .returning(DEVICE_CODE);
  if (row === undefined) throw new Error("an inserted device code was not returned");
  return row;
}

/** Notes a poll of a code that has not expired; one before its interval is over makes that longer. */
export async function pollDeviceCode(
  db: Queryable,
  digests: readonly Buffer[],
): Promise<(DeviceCodeRow & { tooSoon: boolean }) | undefined> {
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
  const [row] = await db
    .update(deviceCode)
    .set({
      polledAt: sql`now()`,
      pollIntervalS: sql`${deviceCode.pollIntervalS} + CASE WHEN ${before.tooSoon} THEN ${sql.raw(String(SLOWER_S))} ELSE 0 END`,
    })
    .from(before)
    .where(eq(deviceCode.id, before.id))
    .returning({ ...DEVICE_CODE, tooSoon: before.tooSoon });
  return row;
}

/** Lets a tool in; false unless its code is open and nobody else has approved it. */
export async function approveDeviceCode(
  db: Queryable,
  userCodeDigests: readonly Buffer[],
  userId: string,
): Promise<boolean> {
  const approved = await db
    .update(deviceCode)
    .set({ approvedBy: userId })
    .where(
      and(
        isOneOf(deviceCode.userCodeDigest, userCodeDigests),
        IS_OPEN,
        or(isNull(deviceCode.approvedBy), eq(deviceCode.approvedBy, userId)),
      ),
    )
    .returning({ id: deviceCode.id });
  return approved.length === 1;
}

/** Forgets the codes that a person approved and that no tool has exchanged yet. */
export async function deleteApprovedCodes(tx: Tx, userId: string): Promise<void> {
  await tx
    .delete(deviceCode)
    .where(and(eq(deviceCode.approvedBy, userId), isNull(deviceCode.sessionId)));
}

/** Makes everyone else who exchanges this code wait. */
export async function lockDeviceCode(tx: Tx, id: string): Promise<DeviceCodeRow | undefined> {
  const [row] = await tx
    .select(DEVICE_CODE)
    .from(deviceCode)
    .where(eq(deviceCode.id, id))
    .for("update");
  return row;
}

/** Notes the session that a code was exchanged for. */
export async function setDeviceSession(tx: Tx, id: string, sessionId: string): Promise<void> {
  await tx.update(deviceCode).set({ sessionId }).where(eq(deviceCode.id, id));
}
