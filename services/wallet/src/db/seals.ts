import { and, asc, eq, getColumns, gte } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { seal } from "./tables.ts";

/** A seal as stored, without its account. */
export interface SealRow extends Omit<typeof seal.$inferSelect, "accountId"> {}

const { accountId: ACCOUNT, ...SEAL } = getColumns(seal);

/** Seals of an account from a number on. */
export async function listSeals(
  db: Queryable,
  accountId: string,
  from: bigint,
  limit: number,
): Promise<SealRow[]> {
  return await db
    .select(SEAL)
    .from(seal)
    .where(and(eq(ACCOUNT, accountId), gte(seal.number, from)))
    .orderBy(asc(seal.number))
    .limit(limit);
}
