import { eq, sql } from "drizzle-orm";
import { gameTime } from "@tms/kit/database/game-time";
import type { Tx } from "@tms/kit/database/handle";
import { oneOf } from "@tms/kit/database/rows-of";
import { entry, registration } from "./tables.ts";

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
