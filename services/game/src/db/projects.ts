import { and, eq } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { findOpenOf, IS_OPEN, type GameRow } from "./games.ts";
import { game, project } from "./tables.ts";

/** The open environments of a game. */
export interface Environments {
  live: GameRow;
  test: GameRow;
}

export async function insertProject(
  tx: Tx,
  newProject: Pick<typeof project.$inferSelect, "id" | "name">,
): Promise<void> {
  await tx.insert(project).values(newProject);
}

/** Finds a game's environments. Returns undefined if the game does not exist or is not open. */
export async function findEnvironments(
  db: Queryable,
  projectId: string,
): Promise<Environments | undefined> {
  const rows = await findOpenOf(db, projectId);
  const live = rows.find(({ mode }) => mode === "live");
  const test = rows.find(({ mode }) => mode === "test");
  return live && test && { live, test };
}

/** Locks a game, so that others who change it or its members wait. Returns false if there is none. */
export async function lockProject(tx: Tx, projectId: string): Promise<boolean> {
  const locked = await tx
    .select({ id: project.id })
    .from(project)
    .innerJoin(game, and(eq(game.projectId, project.id), eq(game.mode, "live"), IS_OPEN))
    .where(eq(project.id, projectId))
    .for("no key update", { of: project });
  return locked.length === 1;
}

export async function renameProject(tx: Tx, projectId: string, name: string): Promise<void> {
  await tx.update(project).set({ name }).where(eq(project.id, projectId));
}
