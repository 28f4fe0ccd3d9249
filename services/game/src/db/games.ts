import { and, desc, eq, getColumns, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import { game } from "./tables.ts";

/** A game as stored. */
export interface GameRow extends Omit<typeof game.$inferSelect, "openedAt"> {}

/** A game to be stored. */
export interface NewGame extends Omit<GameRow, "createdAt"> {}

const { openedAt, ...GAME } = getColumns(game);
const IS_OPENED = isNotNull(openedAt);

/** Records a game that nobody sees until {@link markOpened}. */
export async function insertGame(tx: Tx, newGame: NewGame): Promise<GameRow> {
  const [row] = await tx.insert(game).values(newGame).returning(GAME);
  if (row === undefined) throw new Error("an inserted game was not returned");
  return row;
}

export async function markOpened(db: Queryable, gameId: string): Promise<void> {
  await traced("game.open", async () => {
    await db
      .update(game)
      .set({ openedAt: sql`now()` })
      .where(and(eq(game.id, gameId), isNull(openedAt)));
  });
}

export async function isOpened(db: Queryable, gameId: string): Promise<boolean> {
  return (await findGame(db, gameId)) !== undefined;
}

export async function findGame(db: Queryable, gameId: string): Promise<GameRow | undefined> {
  const [row] = await db
    .select(GAME)
    .from(game)
    .where(and(eq(game.id, gameId), IS_OPENED));
  return row;
}

const byIds = prepared((db) =>
  db
    .select(GAME)
    .from(game)
    .where(and(oneOf(game.id, sql.placeholder("ids")), IS_OPENED)),
);

/** Games by their ids. */
export async function findGames(db: Queryable, gameIds: readonly string[]): Promise<GameRow[]> {
  return await byIds(db, { ids: arrayOf(game.id, gameIds) });
}

/** Makes everyone else who issues keys for this game wait; false when there is no such game. */
export async function lockGame(tx: Tx, gameId: string): Promise<boolean> {
  const locked = await tx
    .select({ id: game.id })
    .from(game)
    .where(and(eq(game.id, gameId), IS_OPENED))
    .for("update");
  return locked.length === 1;
}

/** Games newest first, those before `beforeId` when given. */
export async function listGames(
  db: Queryable,
  beforeId: string | undefined,
  limit: number,
): Promise<GameRow[]> {
  return await db
    .select(GAME)
    .from(game)
    .where(and(IS_OPENED, beforeId === undefined ? undefined : lt(game.id, beforeId)))
    .orderBy(desc(game.id))
    .limit(limit);
}
