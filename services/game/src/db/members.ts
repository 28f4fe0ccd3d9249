import { violatedConstraint } from "@tms/kit/database/errors";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { first, sole } from "@tms/kit/database/rows-of";
import { DomainError } from "@tms/kit/errors/domain-error";
import { and, asc, desc, eq, getColumns, lt, sql } from "drizzle-orm";
import { GAME, IS_OPEN } from "./games.ts";
import { game, member, project } from "./tables.ts";

export interface MemberRow extends Readonly<typeof member.$inferSelect> {}

export type RoleWord = MemberRow["role"];

const MEMBER = getColumns(member);

/** Locks a person, so that other calls that give the person a game wait. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('games of/' || ${userId}::text, 0))`,
  );
}

export const countGamesOf = async (tx: Tx, userId: string) =>
  await tx.$count(member, eq(member.userId, userId));

export const countMembers = async (tx: Tx, projectId: string) =>
  await tx.$count(member, eq(member.projectId, projectId));

export const insertMember = (tx: Tx, newMember: Omit<MemberRow, "joinedAt">) =>
  sole(
    tx.insert(member).values(newMember).returning(MEMBER),
    "an inserted member was not returned",
  );

const isMember = (projectId: string, userId: string) =>
  and(eq(member.projectId, projectId), eq(member.userId, userId));

export const findMember = (db: Queryable, projectId: string, userId: string) =>
  first(db.select(MEMBER).from(member).where(isMember(projectId, userId)));

/** Lists a game's members in the order in which they joined. */
export const listMembers = async (db: Queryable, projectId: string) =>
  await db
    .select(MEMBER)
    .from(member)
    .where(eq(member.projectId, projectId))
    .orderBy(asc(member.joinedAt), asc(member.userId));

/**
 * Changes the role of a member. Returns undefined if there is no such member. Throws LAST_OWNER if the game
 * would have no owner.
 */
export function changeRole(tx: Tx, projectId: string, userId: string, role: RoleWord) {
  const changing = tx.update(member).set({ role }).where(isMember(projectId, userId));
  return first(changing.returning(MEMBER).catch(refusedByOwnerRule));
}

/**
 * Removes a member. Returns undefined if there is no such member. Throws LAST_OWNER if the game would have
 * members and no owner.
 */
export function deleteMember(tx: Tx, projectId: string, userId: string) {
  const deleting = tx.delete(member).where(isMember(projectId, userId));
  return first(deleting.returning(MEMBER).catch(refusedByOwnerRule));
}

function refusedByOwnerRule(error: unknown): never {
  throw violatedConstraint(error) === "member_owner_kept" ? new DomainError("LAST_OWNER") : error;
}

const select = (db: Queryable) =>
  db
    .select({ game: GAME, role: member.role })
    .from(member)
    .innerJoin(project, eq(project.id, member.projectId))
    .innerJoin(game, and(eq(game.projectId, project.id), IS_OPEN));

/** An environment, or a game. A game means its live environment. */
type Where = { gameId: string } | { projectId: string };

const isThere = (where: Where) =>
  "gameId" in where
    ? eq(game.id, where.gameId)
    : and(eq(game.projectId, where.projectId), eq(game.mode, "live"));

/** Finds an environment and a person's role in it. If `where` names a game, finds its live environment. */
export const findPersonGame = (db: Queryable, userId: string, where: Where) =>
  first(select(db).where(and(eq(member.userId, userId), isThere(where))));

/**
 * Returns a person's role in an environment, and locks it so that it stays unchanged until the transaction
 * ends.
 */
export const shareMembership = (db: Queryable, userId: string, where: Where) =>
  first(
    db
      .select({ mode: game.mode, role: member.role })
      .from(member)
      .innerJoin(game, and(eq(game.projectId, member.projectId), IS_OPEN))
      .where(and(eq(member.userId, userId), isThere(where)))
      .for("share", { of: member }),
  );

/** Lists the live environments of a person's games, newest first, of games before `beforeId`. */
export const listPersonGames = async (
  db: Queryable,
  userId: string,
  beforeId: string | undefined,
  limit: number,
) =>
  await select(db)
    .where(
      and(
        eq(member.userId, userId),
        eq(game.mode, "live"),
        beforeId === undefined ? undefined : lt(member.projectId, beforeId),
      ),
    )
    .orderBy(desc(member.projectId))
    .limit(limit);
