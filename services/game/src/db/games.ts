import type { Queryable, Tx } from "@tms/kit/database/pool";
import { traced } from "@tms/kit/process/fault-points";
import type { Payer } from "@tms/proto/tms/game/v1/game";

/** A game as stored. */
export interface GameRow {
  id: string;
  name: string;
  currency: string;
  currencyExponent: number;
  payer: Payer;
  creditLimitMinor: bigint | null;
  platformFeeBps: number;
  createdAt: Date;
}

/** A game to be stored. */
export type NewGame = Omit<GameRow, "createdAt">;

const COLUMNS = `id, name, currency, currency_exponent AS "currencyExponent", payer,
  credit_limit_minor AS "creditLimitMinor", platform_fee_bps AS "platformFeeBps",
  created_at AS "createdAt"`;

/** Records a game that nobody sees until {@link markOpened}. */
export async function insertGame(tx: Tx, game: NewGame): Promise<GameRow> {
  const { rows } = await tx.query<GameRow>(
    `INSERT INTO game (id, name, currency, currency_exponent, payer, credit_limit_minor, platform_fee_bps)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     RETURNING ${COLUMNS}`,
    [
      game.id,
      game.name,
      game.currency,
      game.currencyExponent,
      game.payer,
      game.creditLimitMinor,
      game.platformFeeBps,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("an inserted game was not returned");
  return row;
}

export async function markOpened(db: Queryable, gameId: string): Promise<void> {
  await traced("game.open", () =>
    db.query(`UPDATE game SET opened_at = now() WHERE id = $1 AND opened_at IS NULL`, [gameId]),
  );
}

export async function isOpened(db: Queryable, gameId: string): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM game WHERE id = $1 AND opened_at IS NOT NULL`, [
    gameId,
  ]);
  return rowCount === 1;
}

export async function findGame(db: Queryable, gameId: string): Promise<GameRow | undefined> {
  const { rows } = await db.query<GameRow>(
    `SELECT ${COLUMNS} FROM game WHERE id = $1 AND opened_at IS NOT NULL`,
    [gameId],
  );
  return rows[0];
}

/** Games by their ids. */
export async function findGames(db: Queryable, gameIds: readonly string[]): Promise<GameRow[]> {
  const { rows } = await db.query<GameRow>(
    `SELECT ${COLUMNS} FROM game WHERE id = ANY ($1::uuid[]) AND opened_at IS NOT NULL`,
    [gameIds],
  );
  return rows;
}

/** Makes everyone else who issues keys for this game wait; false when there is no such game. */
export async function lockGame(tx: Tx, gameId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM game WHERE id = $1 AND opened_at IS NOT NULL FOR UPDATE`,
    [gameId],
  );
  return rowCount === 1;
}

/** Games newest first, those before `beforeId` when given. */
export async function selectGames(
  db: Queryable,
  beforeId: string | undefined,
  limit: number,
): Promise<GameRow[]> {
  const { rows } = await db.query<GameRow>(
    `SELECT ${COLUMNS} FROM game
     WHERE opened_at IS NOT NULL AND ($1::uuid IS NULL OR id < $1)
     ORDER BY id DESC LIMIT $2`,
    [beforeId ?? null, limit],
  );
  return rows;
}
