import type { Queryable, Tx } from "@tms/kit/database/pool";
import type { KeyMode } from "@tms/proto/tms/game/v1/game";

/** An API key as stored, without its digest. */
export interface ApiKeyRow {
  id: string;
  gameId: string;
  mode: KeyMode;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** An API key to be stored. */
export type NewApiKey = Omit<ApiKeyRow, "createdAt" | "revokedAt"> & { digest: Uint8Array };

const COLUMNS = `id, game_id AS "gameId", mode, hint, created_at AS "createdAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt"`;

const LIVE = `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

export async function countLiveKeys(tx: Tx, gameId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM api_key WHERE game_id = $1 AND ${LIVE}`,
    [gameId],
  );
  return rows[0]?.count ?? 0;
}

export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<ApiKeyRow> {
  const { rows } = await tx.query<ApiKeyRow>(
    `INSERT INTO api_key (id, game_id, mode, hint, digest, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${COLUMNS}`,
    [key.id, key.gameId, key.mode, key.hint, Buffer.from(key.digest), key.expiresAt],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("an inserted API key was not returned");
  return row;
}

/** Revokes a key; one revoked before keeps its moment. */
export async function revokeKey(
  tx: Tx,
  gameId: string,
  keyId: string,
): Promise<ApiKeyRow | undefined> {
  const { rows } = await tx.query<ApiKeyRow>(
    `UPDATE api_key SET revoked_at = coalesce(revoked_at, now())
     WHERE id = $1 AND game_id = $2
     RETURNING ${COLUMNS}`,
    [keyId, gameId],
  );
  return rows[0];
}

/** A live key, with its digest as it is stored and the place of the digest that it was found by. */
export type FoundKey = ApiKeyRow & { digest: Buffer; place: number };

/** The live keys of digests, in no particular order. */
export async function findLiveKeys(
  db: Queryable,
  digests: readonly Uint8Array[],
): Promise<FoundKey[]> {
  const { rows } = await db.query<FoundKey>(
    `SELECT ${COLUMNS}, digest, (place - 1)::int AS place
     FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (digest, place) JOIN api_key USING (digest)
     WHERE ${LIVE}`,
    [digests.map((digest) => Buffer.from(digest))],
  );
  return rows;
}

/** A game's keys newest first, those before `beforeId` when given. */
export async function selectApiKeys(
  db: Queryable,
  gameId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<ApiKeyRow[]> {
  const { rows } = await db.query<ApiKeyRow>(
    `SELECT ${COLUMNS} FROM api_key
     WHERE game_id = $1 AND ($2::uuid IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [gameId, beforeId ?? null, limit],
  );
  return rows;
}
