import { and, desc, eq, getColumns, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { apiKey } from "./tables.ts";

/** An API key as stored, without its digest. */
export interface ApiKeyRow extends Omit<typeof apiKey.$inferSelect, "digest"> {}

/** An API key to be stored. */
export interface NewApiKey extends Omit<typeof apiKey.$inferSelect, "createdAt" | "revokedAt"> {}

const { digest, ...KEY } = getColumns(apiKey);
const IS_LIVE = and(
  isNull(apiKey.revokedAt),
  or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`now()`)),
);

export async function countLiveKeys(tx: Tx, gameId: string): Promise<number> {
  return await tx.$count(apiKey, and(eq(apiKey.gameId, gameId), IS_LIVE));
}

export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<ApiKeyRow> {
  const [row] = await tx.insert(apiKey).values(key).returning(KEY);
  if (row === undefined) throw new Error("an inserted API key was not returned");
  return row;
}

/** Revokes a key; one revoked before keeps its moment. */
export async function revokeKey(
  tx: Tx,
  gameId: string,
  keyId: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await tx
    .update(apiKey)
    .set({ revokedAt: sql`coalesce(${apiKey.revokedAt}, now())` })
    .where(and(eq(apiKey.id, keyId), eq(apiKey.gameId, gameId)))
    .returning(KEY);
  return row;
}

/** A live key, with its digest as it is stored and the index of the digest that it was found by. */
export interface FoundKey extends ApiKeyRow {
  digest: Buffer;
  index: number;
}

/** The live keys of digests, in no particular order. */
export async function findLiveKeys(
  db: Queryable,
  digests: readonly Uint8Array[],
): Promise<FoundKey[]> {
  const bytes = sql.param(digests.map((item) => Buffer.from(item)));
  const asked = sql`unnest(${bytes}::bytea[]) WITH ORDINALITY AS asked (digest, place)`;
  return await db
    .select({ ...KEY, digest, index: sql<number>`(asked.place - 1)::int` })
    .from(apiKey)
    .innerJoin(asked, sql`asked.digest = ${digest}`)
    .where(IS_LIVE);
}

/** A game's keys newest first, those before `beforeId` when given. */
export async function listApiKeys(
  db: Queryable,
  gameId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<ApiKeyRow[]> {
  return await db
    .select(KEY)
    .from(apiKey)
    .where(
      and(eq(apiKey.gameId, gameId), beforeId === undefined ? undefined : lt(apiKey.id, beforeId)),
    )
    .orderBy(desc(apiKey.id))
    .limit(limit);
}
