import { and, desc, eq, sql } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { oneOf, sole } from "@tms/kit/database/rows-of";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { toEntryState, type EntryRow, STANDINGS_ORDER, toStandingsOrder } from "./entries.ts";
import { entry, entryDecision, registration } from "./tables.ts";

type Stored = typeof entryDecision.$inferSelect;

/** Records a decision on entries, and updates the locked registration. Returns the time of the decision. */
export async function recordDecision(
  tx: Tx,
  tournamentId: string,
  entries: readonly EntryRow[],
  { decision, reason, origin }: Pick<Stored, "decision" | "reason"> & { origin: Origin },
): Promise<Date> {
  const change =
    decision === "disqualify"
      ? entries.length
      : -entries.filter(({ disqualified }) => disqualified).length;
  const now = sql<Date>`(${gameTime("registration", "clock_timestamp()")})::timestamptz(3)`;
  const { at } = await sole(
    tx
      .update(registration)
      .set({ disqualified: sql`${registration.disqualified} + ${change}` })
      .where(eq(registration.tournamentId, tournamentId))
      .returning({ at: now }),
    "a locked registration disappeared",
  );
  const { actor, requestId: restRequestId } = originMessage(origin);
  const ids = arrayLiteral(entries.map(({ id }) => id));
  const states = arrayLiteral(entries.map(toEntryState));
  await tx.execute(sql`
    INSERT INTO ${entryDecision} (tournament_id, entry_id, decision, was, reason, actor,
      rest_request_id, decided_at)
    SELECT ${tournamentId}::uuid, entry_id, ${decision}::text, was, ${reason}::text, ${actor}::text,
      ${restRequestId}::text, ${at}::timestamptz
    FROM unnest(${ids}::uuid[], ${states}::text[]) AS given (entry_id, was)`);
  return at;
}

/** The maximum number of decisions listed per entry or attempt. A page of attempts then stays below 4 MiB. */
export const MAX_DECISIONS = 10;

export async function listDecisions(db: Queryable, entryId: string) {
  const { decision, was, reason, actor, decidedAt, id } = entryDecision;
  const newestFirst = await db
    .select({ decision, was, reason, actor, decidedAt })
    .from(entryDecision)
    .where(eq(entryDecision.entryId, entryId))
    .orderBy(desc(id))
    .limit(MAX_DECISIONS);
  return newestFirst.toReversed();
}

export async function setDisqualified(
  tx: Tx,
  ids: readonly string[],
  disqualified: boolean,
  at: Date,
): Promise<void> {
  await tx.update(entry).set({ disqualified, updatedAt: at }).where(oneOf(entry.id, ids));
}

/** Eliminates entries, all with one exit number. The time is at least 1 ms after the previous elimination. */
export async function eliminateEntries(tx: Tx, tournamentId: string, ids: readonly string[]) {
  const later = sql`${registration.lastEliminatedAt} + interval '1 millisecond'`;
  const [row] = await tx
    .update(registration)
    .set({
      eliminated: sql`${registration.eliminated} + ${ids.length}`,
      lastEliminatedAt: sql`greatest(${gameTime("registration", "clock_timestamp()")}, ${later})`,
    })
    .where(eq(registration.tournamentId, tournamentId))
    .returning({ exitNumber: registration.eliminated, at: registration.lastEliminatedAt });
  if (row?.at == null) throw new Error("a locked registration disappeared");
  const { exitNumber, at } = row;
  await tx
    .update(entry)
    .set({ eliminatedAt: at, exitNumber, updatedAt: at })
    .where(oneOf(entry.id, ids));
}

/** Undoes eliminations with the highest exit number. Returns the ids of entries that get a lower one. */
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
  // The index entry_standings_idx contains the expression of both conditions.
  const hasOrder = (disqualified: boolean) =>
    sql`${STANDINGS_ORDER} = ${toStandingsOrder({ exitNumber, placement: null, disqualified })}`;
  const others = await tx
    .update(entry)
    .set({ exitNumber: exitNumber - ids.length })
    .where(
      and(
        eq(entry.tournamentId, tournamentId),
        sql`(${hasOrder(false)} OR (${hasOrder(true)} AND ${entry.exitNumber} = ${exitNumber}))`,
      ),
    )
    .returning({ id: entry.id });
  await tx
    .update(registration)
    .set({ eliminated: exitNumber - ids.length })
    .where(eq(registration.tournamentId, tournamentId));
  return others.map((row) => row.id);
}
