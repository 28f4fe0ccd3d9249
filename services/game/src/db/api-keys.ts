import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { first, oneOf, rowsOf, sole } from "@tms/kit/database/rows-of";
import { FIRST_ID, LAST_ID } from "@tms/kit/values/ids";
import type { WordOf } from "@tms/kit/values/words";
import type { KeyState } from "@tms/proto/tms/game/v1/game";
import { and, desc, eq, getColumns, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import { apiKey } from "./tables.ts";

type Stored = typeof apiKey.$inferSelect;

export interface ApiKeyRow extends Omit<Stored, "digest"> {
  state: WordOf<typeof KeyState>;
}

export type KeyChange = Partial<Pick<Stored, "name" | "scopes" | "ipRanges" | "expiresAt">>;

const { digest, ...OWN } = getColumns(apiKey);
const KEY = {
  ...OWN,
  state: sql<ApiKeyRow["state"]>`CASE
    WHEN ${apiKey.revokedAt} IS NOT NULL THEN 'revoked'
    WHEN ${apiKey.expiresAt} <= now() OR ${apiKey.endsAt} <= now() THEN 'expired'
    WHEN ${apiKey.endsAt} IS NOT NULL THEN 'rolling'
    ELSE 'active' END`,
};
const IS_LIVE = and(
  isNull(apiKey.revokedAt),
  or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`now()`)),
  or(isNull(apiKey.endsAt), gt(apiKey.endsAt, sql`now()`)),
);

export async function countLiveKeys(tx: Tx, gameId: string, except: string = FIRST_ID) {
  const rows = await tx
    .select({ name: apiKey.name, keys: sql<number>`count(*)::int` })
    .from(apiKey)
    .where(and(eq(apiKey.gameId, gameId), IS_LIVE, ne(apiKey.id, except)))
    .groupBy(apiKey.name);
  return new Map(rows.map(({ name, keys }) => [name, keys]));
}

export const insertApiKey = (tx: Tx, key: typeof apiKey.$inferInsert) =>
  sole(tx.insert(apiKey).values(key).returning(KEY), "an inserted API key was not returned");

const isKey = (gameId: string, keyId: string) =>
  and(eq(apiKey.id, keyId), eq(apiKey.gameId, gameId));

export const findApiKey = (db: Queryable, gameId: string, keyId: string) =>
  first(db.select(KEY).from(apiKey).where(isKey(gameId, keyId)));

/** Locks a live key, so that it cannot change before the transaction ends. */
export const shareLiveKey = (db: Queryable, keyId: string) =>
  first(
    db
      .select({ gameId: apiKey.gameId, scopes: apiKey.scopes })
      .from(apiKey)
      .where(and(eq(apiKey.id, keyId), IS_LIVE))
      .for("share"),
  );

export const changeApiKey = (tx: Tx, gameId: string, keyId: string, change: KeyChange) =>
  sole(
    tx
      .update(apiKey)
      // Sets the name to itself, so that an empty change is a valid statement.
      .set({ name: sql`${apiKey.name}`, ...change })
      .where(isKey(gameId, keyId))
      .returning(KEY),
    "a locked API key disappeared",
  );

/** Records the successor of a key. The key ends after `graceSeconds`; with 0, it is revoked now. */
export const markRolled = (tx: Tx, keyId: string, successorId: string, graceSeconds: number) =>
  sole(
    tx
      .update(apiKey)
      .set({
        replacedBy: successorId,
        endsAt: sql`now() + make_interval(secs => ${graceSeconds})`,
        ...(graceSeconds === 0 && { revokedAt: sql`now()` }),
      })
      .where(eq(apiKey.id, keyId))
      .returning(KEY),
    "a locked API key disappeared",
  );

/** Returns undefined if the key does not exist. `revokedNow` is false if the key was revoked before. */
export async function revokeKey(tx: Tx, gameId: string, keyId: string) {
  const [row] = await tx
    .update(apiKey)
    .set({ revokedAt: sql`now()` })
    .where(and(isKey(gameId, keyId), isNull(apiKey.revokedAt)))
    .returning(KEY);
  if (row !== undefined) return { ...row, revokedNow: true };
  const [before] = await tx.select(KEY).from(apiKey).where(isKey(gameId, keyId));
  return before && { ...before, revokedNow: false };
}

export async function revokeKeysOf(tx: Tx, gameId: string) {
  await tx
    .update(apiKey)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKey.gameId, gameId), isNull(apiKey.revokedAt)));
}

/** Finds live keys, in no particular order. `index` is the position of the digest of a key in `digests`. */
export async function findLiveKeys(db: Queryable, digests: readonly Uint8Array[]) {
  const bytes = sql.param(digests.map((item) => Buffer.from(item)));
  const asked = sql`unnest(${bytes}::bytea[]) WITH ORDINALITY AS asked (digest, place)`;
  return await db
    .select({ ...KEY, digest, index: sql<number>`(asked.place - 1)::int` })
    .from(apiKey)
    .innerJoin(asked, sql`asked.digest = ${digest}`)
    .where(IS_LIVE);
}

/** Maps each key to the first key of its line. A line is a key with all its successors. */
export async function findFirstOfLines(db: Queryable, ids: readonly string[]) {
  const { rows } = await db.execute<{ id: string; first: string }>(
    sql`WITH RECURSIVE line AS (
          SELECT id, id AS first, replaces FROM api_key
          WHERE id = any(${sql.param(ids)}::uuid[])
          UNION ALL
          SELECT line.id, k.id, k.replaces FROM line JOIN api_key k ON k.id = line.replaces
        )
        SELECT id, first FROM line WHERE replaces IS NULL`,
  );
  return new Map(rows.map((row) => [row.id, row.first]));
}

export const listApiKeys = async (
  db: Queryable,
  gameId: string,
  beforeId: string | undefined,
  limit: number,
) =>
  await db
    .select(KEY)
    .from(apiKey)
    .where(and(eq(apiKey.gameId, gameId), lt(apiKey.id, beforeId ?? LAST_ID)))
    .orderBy(desc(apiKey.id))
    .limit(limit);

export interface KeyUse {
  id: string;
  lastUsedAt: Date;
  lastUsedAddress: string;
}

const [used, usesOf] = rowsOf("used", {
  id: apiKey.id,
  lastUsedAt: apiKey.lastUsedAt,
  lastUsedAddress: apiKey.lastUsedAddress,
});

// SQL: the minute of a use. It is never in the future, although the clock of a gateway may be ahead.
const minute = sql`date_trunc('minute', least(${used.lastUsedAt}, now()), 'UTC')`;
const note = prepared((db) =>
  db
    .update(apiKey)
    .set({ lastUsedAt: minute, lastUsedAddress: sql`${used.lastUsedAddress}` })
    .from(used)
    .where(
      and(eq(apiKey.id, used.id), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, minute))),
    ),
);

/** Writes nothing if the minute is already recorded, so that a busy key costs one write per minute. */
export async function recordUses(tx: Tx, uses: readonly KeyUse[]) {
  const ids = uses.map(({ id }) => id);
  // Locks rows in the order of their ids, so that gateways that report the same keys do not deadlock.
  await tx
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(oneOf(apiKey.id, ids))
    .orderBy(apiKey.id)
    .for("no key update");
  await note(tx, usesOf(uses));
}
