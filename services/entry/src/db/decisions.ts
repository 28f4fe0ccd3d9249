import { desc, eq, sql } from "drizzle-orm";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { entryStateOf } from "../ranking/places.ts";
import type { EntryRow } from "./entries.ts";
import { entryDecision, registration } from "./tables.ts";

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

/** A decision as recorded. */
export interface EntryDecisionRow extends Pick<
  typeof entryDecision.$inferSelect,
  "decision" | "was" | "reason" | "actor" | "decidedAt"
> {}

/** The last decisions on an entry, so many at most, oldest first. */
export async function readDecisions(
  db: Queryable,
  entryId: string,
  most: number,
): Promise<EntryDecisionRow[]> {
  const { decision, was, reason, actor, decidedAt, id } = entryDecision;
  const newestFirst = await db
    .select({ decision, was, reason, actor, decidedAt })
    .from(entryDecision)
    .where(eq(entryDecision.entryId, entryId))
    .orderBy(desc(id))
    .limit(most);
  return newestFirst.toReversed();
}
