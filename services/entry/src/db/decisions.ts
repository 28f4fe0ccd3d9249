import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { and, desc, eq, sql } from "drizzle-orm";
import { STANDINGS_ORDER, standingsOrderOf } from "./standings-order.ts";
import { entry, entryDecision, registration, type EntryState } from "./tables.ts";

/** An entry on which something is decided, and what it was before. */
export interface DecidedEntry {
  id: string;
  was: EntryState;
}

/** What is to be recorded of entries: whether they leave the ranking or come back, why, and whose doing it is. */
export interface DecisionToRecord {
  decision: "disqualify" | "reinstate";
  reason: string;
  origin: Origin;
}

/**
 * Records the decision on each of some entries of a locked registration, and counts those that are
 * disqualified by it, or were. Returns its moment.
 */
export async function recordDecision(
  tx: Tx,
  tournamentId: string,
  entries: readonly DecidedEntry[],
  { decision, reason, origin }: DecisionToRecord,
): Promise<Date> {
  const change =
    decision === "disqualify"
      ? entries.length
      : -entries.filter(({ was }) => was === "disqualified").length;
  const [row] = await tx
    .update(registration)
    .set({ disqualified: sql`${registration.disqualified} + ${change}` })
    .where(eq(registration.tournamentId, tournamentId))
    .returning({
      at: sql<Date>`(${gameTime("registration", "clock_timestamp()")})::timestamptz(3)`,
    });
  if (row === undefined) throw new Error("a locked registration disappeared");
  const { actor, requestId: restRequestId } = originMessage(origin);
  const ids = arrayOf(
    entryDecision.entryId,
    entries.map(({ id }) => id),
  );
  const states = sql.param(entries.map(({ was }) => was));
  // Of one text, whatever the number of entries.
  await tx.execute(sql`
    INSERT INTO ${entryDecision} (tournament_id, entry_id, decision, was, reason, actor,
      rest_request_id, decided_at)
    SELECT ${tournamentId}::uuid, entry_id, ${decision}::text, was, ${reason}::text, ${actor}::text,
      ${restRequestId}::text, ${row.at}::timestamptz
    FROM unnest(${ids}::uuid[], ${states}::text[]) AS given (entry_id, was)`);
  return row.at;
}

/** A decision as recorded. */
export interface EntryDecisionRow extends Pick<
  typeof entryDecision.$inferSelect,
  "decision" | "was" | "reason" | "actor" | "decidedAt"
> {}

/**
 * How many decisions an entry, or an attempt, is told with. A page of attempts with reasons as long as
 * they may be stays below 4 MiB.
 */
export const MOST_DECISIONS = 10;

/** The last decisions on an entry, oldest first. */
export async function listDecisions(db: Queryable, entryId: string): Promise<EntryDecisionRow[]> {
  const { decision, was, reason, actor, decidedAt, id } = entryDecision;
  const newestFirst = await db
    .select({ decision, was, reason, actor, decidedAt })
    .from(entryDecision)
    .where(eq(entryDecision.entryId, entryId))
    .orderBy(desc(id))
    .limit(MOST_DECISIONS);
  return newestFirst.toReversed();
}

/** An elimination of one entry or several together. */
export interface Elimination {
  /** How many are out since then. */
  exitNumber: number;
  at: Date;
}

/**
 * Counts an elimination in a locked registration and takes its moment, which is later than that of
 * every one before, even when the clock stepped back or both fall into one millisecond.
 */
export async function countElimination(
  tx: Tx,
  tournamentId: string,
  entries: number,
): Promise<Elimination> {
  const later = sql`${registration.lastEliminatedAt} + interval '1 millisecond'`;
  const [row] = await tx
    .update(registration)
    .set({
      eliminated: sql`${registration.eliminated} + ${entries}`,
      lastEliminatedAt: sql`greatest(${gameTime("registration", "clock_timestamp()")}, ${later})`,
    })
    .where(eq(registration.tournamentId, tournamentId))
    .returning({ exitNumber: registration.eliminated, at: registration.lastEliminatedAt });
  if (row?.at == null) throw new Error("a locked registration disappeared");
  return { exitNumber: row.exitNumber, at: row.at };
}

/** Eliminates entries together. */
export async function eliminateEntries(
  tx: Tx,
  ids: readonly string[],
  { exitNumber, at }: Elimination,
): Promise<void> {
  await tx
    .update(entry)
    .set({ eliminatedAt: at, exitNumber, updatedAt: at })
    .where(oneOf(entry.id, ids));
}

/** Takes entries out of the ranking, or back into it. */
export async function setDisqualified(
  tx: Tx,
  ids: readonly string[],
  disqualified: boolean,
  at: Date,
): Promise<void> {
  await tx.update(entry).set({ disqualified, updatedAt: at }).where(oneOf(entry.id, ids));
}

/**
 * Undoes the elimination of some of those who went out last, all with this exit number. The others of
 * them, the disqualified too, are as if these had never gone out; returns their ids.
 */
export async function undoElimination(
  tx: Tx,
  tournamentId: string,
  ids: readonly string[],
  exitNumber: number,
  at: Date,
): Promise<string[]> {
  await tx
    .update(entry)
    .set({ exitNumber: null, eliminatedAt: null, updatedAt: at })
    .where(oneOf(entry.id, ids));
  // Both by the index of the standings.
  const standsAt = (disqualified: boolean) =>
    sql`${STANDINGS_ORDER} = ${standingsOrderOf({ exitNumber, placement: null, disqualified })}`;
  const others = await tx
    .update(entry)
    .set({ exitNumber: exitNumber - ids.length })
    .where(
      and(
        eq(entry.tournamentId, tournamentId),
        sql`(${standsAt(false)} OR (${standsAt(true)} AND ${entry.exitNumber} = ${exitNumber}))`,
      ),
    )
    .returning({ id: entry.id });
  await tx
    .update(registration)
    .set({ eliminated: exitNumber - ids.length })
    .where(eq(registration.tournamentId, tournamentId));
  return others.map((row) => row.id);
}
