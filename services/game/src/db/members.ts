import { violatedConstraint } from "@tms/kit/database/errors";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { first, sole } from "@tms/kit/database/rows-of";
import { DomainError } from "@tms/kit/errors/domain-error";
import { LAST_ID } from "@tms/kit/values/ids";
import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import { GAME, IS_OPEN } from "./games.ts";
import { game, member, project } from "./tables.ts";

export interface MemberRow extends Readonly<typeof member.$inferSelect> {}

export type RoleWord = MemberRow["role"];

/** Locks the list of games of a person, so that other calls that add a game wait. */
export async function lockPerson(tx: Tx, userId: string) {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('games of/' || ${userId}::text, 0))`,
  );
}

export const countGamesOf = async (tx: Tx, userId: string) =>
  await tx.$count(member, eq(member.userId, userId));

export const countMembers = async (tx: Tx, projectId: string) =>
  await tx.$count(member, eq(member.projectId, projectId));

export const insertMember = (tx: Tx, newMember: Omit<MemberRow, "joinedAt">) =>
  sole(tx.insert(member).values(newMember).returning(), "an inserted member was not returned");

const isMember = (projectId: string, userId: string) =>
  and(eq(member.projectId, projectId), eq(member.userId, userId));

export const findMember = (db: Queryable, projectId: string, userId: string) =>
  first(db.select().from(member).where(isMember(projectId, userId)));

export const listMembers = async (db: Queryable, projectId: string) =>
  await db
    .select()
    .from(member)
    .where(eq(member.projectId, projectId))
    .orderBy(asc(member.joinedAt), asc(member.userId));

/** Returns undefined if the person is not a member. Throws LAST_OWNER if the game would have no owner. */
export function changeRole(tx: Tx, projectId: string, userId: string, role: RoleWord) {
  const changing = tx.update(member).set({ role }).where(isMember(projectId, userId));
  return first(changing.returning().catch(refusedByOwnerRule));
}

/** Returns undefined if the person is not a member. Throws LAST_OWNER if the member is the last owner. */
export function deleteMember(tx: Tx, projectId: string, userId: string) {
  const deleting = tx.delete(member).where(isMember(projectId, userId));
  return first(deleting.returning().catch(refusedByOwnerRule));
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

/** An environment. A project id stands for the live environment of the game. */
export type Where = { gameId: string } | { projectId: string };

const isThere = (where: Where) =>
  "gameId" in where
    ? eq(game.id, where.gameId)
    : and(eq(game.projectId, where.projectId), eq(game.mode, "live"));

export const findPersonGame = (db: Queryable, userId: string, where: Where) =>
  first(select(db).where(and(eq(member.userId, userId), isThere(where))));

/** Locks a membership, so that the role cannot change before the transaction ends. */
export const shareMembership = (db: Queryable, userId: string, where: Where) =>
  first(
    db
      .select({ mode: game.mode, role: member.role })
      .from(member)
      .innerJoin(game, and(eq(game.projectId, member.projectId), IS_OPEN))
      .where(and(eq(member.userId, userId), isThere(where)))
      .for("share", { of: member }),
  );

/** Lists the live environments of a person's games, newest first. */
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
        lt(member.projectId, beforeId ?? LAST_ID),
      ),
    )
    .orderBy(desc(member.projectId))
    .limit(limit);
