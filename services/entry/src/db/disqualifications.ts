import { and, eq, sql } from "drizzle-orm";
import { gameTime } from "@tms/kit/database/game-time";
import type { Tx } from "@tms/kit/database/handle";
import { oneOf } from "@tms/kit/database/rows-of";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { entryStateOf } from "../ranking/places.ts";
import type { EntryRow } from "./entries.ts";
import { STANDING, standingOf } from "./standing-order.ts";
import { entry, entryDecision, registration } from "./tables.ts";

/** Why entries are taken out of the ranking or brought back, and whose doing it is. */
export interface EntryDecision {
  decision: "disqualify" | "reinstate";
  reason: string;
  origin: Origin;
}

/**
 * Records the decision on each of some entries of a locked registration, which are as they were before
 * it, and counts those that are disqualified by it, or were. Returns its moment.
 */
export async function recordDecision(
  tx: Tx,
  tournamentId: string,
  entries: readonly EntryRow[],
  { decision, reason, origin }: EntryDecision,
): Promise<Date> {
  const change =
    decision === "disqualify"
      ? entries.length
      : -entries.filter((each) => each.disqualified).length;
  const [row] = await tx
    .update(registration)
    .set({ disqualified: sql`${registration.disqualified} + ${change}` })
    .where(eq(registration.tournamentId, tournamentId))
    .returning({
      at: sql<Date>`(${gameTime("registration", "clock_timestamp()")})::timestamptz(3)`,
    });
  if (row === undefined) throw new Error("a locked registration vanished");
  const { actor, requestId: restRequestId } = originMessage(origin);
  const shared = { tournamentId, decision, reason, actor, restRequestId, decidedAt: row.at };
  await tx
    .insert(entryDecision)
    .values(entries.map((each) => ({ ...shared, entryId: each.id, was: entryStateOf(each) })));
  return row.at;
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
    sql`${STANDING} = ${standingOf({ exitNumber, placement: null, disqualified })}`;
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
