import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, first, oneOf, sole } from "@tms/kit/database/rows-of";
import { LAST_ID } from "@tms/kit/values/ids";
import { and, desc, eq, getColumns, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { game, project } from "./tables.ts";

export interface GameRow extends Omit<typeof game.$inferSelect, "openedAt" | "closedAt"> {
  name: string;
}

export type NewGame = typeof game.$inferInsert;

const { openedAt, closedAt, ...OWN } = getColumns(game);
export const GAME = { ...OWN, name: project.name };

/** The condition that an environment is in use. */
export const IS_OPEN = and(isNotNull(openedAt), isNull(closedAt));

/** Inserts environments that are not open yet, so that no call finds them. */
export async function insertGames(tx: Tx, name: string, environments: readonly NewGame[]) {
  const rows = await tx
    .insert(game)
    .values([...environments])
    .returning(OWN);
  return rows.map((row) => ({ ...row, name }));
}

/** Returns the ids of environments that were not open before. */
export async function markOpened(tx: Tx, gameIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .update(game)
    .set({ openedAt: sql`now()` })
    .where(and(oneOf(game.id, gameIds), isNull(openedAt)))
    .returning({ id: game.id });
  return rows.map(({ id }) => id);
}

/** Returns whether all environments were opened. They may have been closed afterwards. */
export async function wereOpened(db: Queryable, gameIds: readonly string[]): Promise<boolean> {
  const opened = await db.$count(game, and(oneOf(game.id, gameIds), isNotNull(openedAt)));
  return opened === gameIds.length;
}

export async function replaceTestGame(tx: Tx, testId: string, closedId: string) {
  const closing = tx
    .update(game)
    .set({ closedAt: sql`now()` })
    .where(eq(game.id, closedId))
    .returning({ liveId: game.siblingId });
  const closed = await sole(closing, "a game's test environment disappeared");
  await tx
    .update(game)
    .set({ openedAt: sql`now()` })
    .where(eq(game.id, testId));
  await tx.update(game).set({ siblingId: testId }).where(eq(game.id, closed.liveId));
}

const select = (db: Queryable) =>
  db.select(GAME).from(game).innerJoin(project, eq(project.id, game.projectId));

export const findGame = (db: Queryable, gameId: string) =>
  first(select(db).where(and(eq(game.id, gameId), IS_OPEN)));

const byIds = prepared((db) =>
  select(db).where(and(oneOf(game.id, sql.placeholder("ids")), IS_OPEN)),
);

export const findGames = async (db: Queryable, gameIds: readonly string[]) =>
  await byIds(db, { ids: arrayOf(game.id, gameIds) });

/** Locks an environment, so that other changes of its keys wait. Returns undefined if it is not open. */
export const lockGame = (tx: Tx, gameId: string) =>
  first(
    tx
      .select({ mode: game.mode })
      .from(game)
      .where(and(eq(game.id, gameId), IS_OPEN))
      .for("no key update"),
  );

export const listGames = async (db: Queryable, beforeId: string | undefined, limit: number) =>
  await select(db)
    .where(and(IS_OPEN, lt(game.id, beforeId ?? LAST_ID)))
    .orderBy(desc(game.id))
    .limit(limit);

export interface Environments {
  live: GameRow;
  test: GameRow;
}

export async function insertProject(tx: Tx, newProject: { id: string; name: string }) {
  await tx.insert(project).values(newProject);
}

/** Returns undefined if the game does not exist or is not open. */
export const findEnvironments = async (db: Queryable, projectId: string) =>
  toEnvironments(await select(db).where(and(eq(game.projectId, projectId), IS_OPEN)));

/** Returns undefined unless the rows contain both environments of a game. */
export function toEnvironments(rows: readonly GameRow[]): Environments | undefined {
  const live = rows.find(({ mode }) => mode === "live");
  const test = rows.find(({ mode }) => mode === "test");
  return live && test && { live, test };
}

/** Locks a game, so that other changes of it or its members wait. Returns false if it does not exist. */
export async function lockProject(tx: Tx, projectId: string): Promise<boolean> {
  const locked = await tx
    .select({ id: project.id })
    .from(project)
    .innerJoin(game, and(eq(game.projectId, project.id), eq(game.mode, "live"), IS_OPEN))
    .where(eq(project.id, projectId))
    .for("no key update", { of: project });
  return locked.length === 1;
}

export async function renameProject(tx: Tx, projectId: string, name: string) {
  await tx.update(project).set({ name }).where(eq(project.id, projectId));
}
