import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "@tms/kit/database/handle";
import { oneOf } from "@tms/kit/database/rows-of";
import { STANDINGS_ORDER, standingsOrderOf } from "./standings-order.ts";
import { entry, registration } from "./tables.ts";

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
