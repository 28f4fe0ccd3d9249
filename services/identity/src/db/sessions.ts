import { and, desc, eq, getColumns, isNull, ne, sql, type SQL } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { first, oneOf, sole } from "@tms/kit/database/rows-of";
import { FIRST_ID } from "@tms/kit/values/ids";
import { session, type EndReason } from "./tables.ts";

export interface SessionRow extends Readonly<typeof session.$inferSelect> {}

/** An unused session ends after IDLE_DAYS, and any session ends after MAX_DAYS. */
const IDLE_DAYS = 14;
const MAX_DAYS = 90;
/** The seconds for which a repeated refresh gets the same successor token. */
const GRACE_S = 10;

const within = (column: SQL | typeof session.createdAt, days: number) =>
  sql`${column} > now() - make_interval(days => ${sql.raw(String(days))})`;

const IS_LIVE = and(
  isNull(session.endedAt),
  within(session.lastUsedAt, IDLE_DAYS),
  within(session.createdAt, MAX_DAYS),
);

export const insertSession = (tx: Tx, newSession: typeof session.$inferInsert) =>
  sole(tx.insert(session).values(newSession).returning(), "an inserted session was not returned");

/** `fresh` is true if the generation began within the grace period. */
export interface FoundSession extends SessionRow {
  live: boolean;
  fresh: boolean;
}

export function findSession(db: Queryable, id: string) {
  const live = sql<boolean>`(${IS_LIVE})`;
  const fresh = sql<boolean>`${session.lastUsedAt} > now() - make_interval(secs => ${sql.raw(String(GRACE_S))})`;
  return first(
    db
      .select({ ...getColumns(session), live, fresh })
      .from(session)
      .where(eq(session.id, id)),
  );
}

/** Starts the next generation. Returns undefined if the session ended or another request was first. */
export const advanceSession = (
  db: Queryable,
  { id, generation }: Pick<SessionRow, "id" | "generation">,
  source: Pick<SessionRow, "address" | "agent">,
) =>
  first(
    db
      .update(session)
      .set({ generation: generation + 1, lastUsedAt: sql`now()`, ...source })
      .where(and(eq(session.id, id), eq(session.generation, generation), IS_LIVE))
      .returning(),
  );

/** Locks a session, so that it cannot end before the transaction does. Returns false if it is not live. */
export async function shareLiveSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.id, id), eq(session.userId, userId), IS_LIVE))
    .for("share");
  return rows.length === 1;
}

/** Ends a session. Returns undefined if the session had already ended. */
export const endSession = (db: Queryable, id: string, endReason: EndReason) =>
  first(
    db
      .update(session)
      .set({ endedAt: sql`now()`, endReason })
      .where(and(eq(session.id, id), isNull(session.endedAt)))
      .returning(),
  );

export async function endSessionsOf(
  tx: Tx,
  userId: string,
  endReason: EndReason,
  exceptId: string = FIRST_ID,
) {
  const isOther = and(eq(session.userId, userId), ne(session.id, exceptId));
  await tx
    .update(session)
    .set({ endedAt: sql`now()`, endReason })
    .where(and(isOther, isNull(session.endedAt)));
}

/** Ends the least recently used live sessions, so that at most `max` are left. */
export async function displaceSessions(tx: Tx, userId: string, max: number) {
  const surplus = tx
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.userId, userId), IS_LIVE))
    .orderBy(desc(session.lastUsedAt), desc(session.id))
    .offset(max);
  await tx
    .update(session)
    .set({ endedAt: sql`now()`, endReason: "displaced" })
    .where(sql`${session.id} IN ${surplus}`);
}

export const listSessions = async (db: Queryable, userId: string) =>
  await db
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), IS_LIVE))
    .orderBy(desc(session.lastUsedAt), desc(session.id));

/** Returns the sessions in no particular order. */
export const findLiveSessions = async (db: Queryable, ids: readonly string[]) =>
  await db
    .select({ id: session.id, userId: session.userId })
    .from(session)
    .where(and(oneOf(session.id, ids), IS_LIVE));
