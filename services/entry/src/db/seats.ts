import { and, eq, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { pendingCountOf } from "./pending-joins.ts";
import { registration } from "./tables.ts";

const [change, changeRows] = rowsOf("change", {
  tournamentId: registration.tournamentId,
  seats: registration.seatsTaken,
});

const addSeats = prepared((db) =>
  db
    .update(registration)
    .set({ seatsTaken: sql`${registration.seatsTaken} + ${change.seats}` })
    .from(change)
    .where(eq(registration.tournamentId, change.tournamentId)),
);

/**
 * Counts a seat as taken for each tournament named, which may be several of one. Fails on the
 * constraint registration_seats beyond the limit.
 */
export async function countSeatsTaken(tx: Tx, tournamentIds: readonly string[]): Promise<void> {
  await addSeats(tx, changeRows(seatsOf(tournamentIds, 1)));
}

/** Counts a seat as free for each tournament named, which may be several of one. */
export async function countSeatsFreed(tx: Tx, tournamentIds: readonly string[]): Promise<void> {
  await addSeats(tx, changeRows(seatsOf(tournamentIds, -1)));
}

function seatsOf(tournamentIds: readonly string[], each: number) {
  const seats = new Map<string, number>();
  for (const id of tournamentIds) seats.set(id, (seats.get(id) ?? 0) + each);
  return Array.from(seats, ([tournamentId, count]) => ({ tournamentId, seats: count }));
}

/** How many confirmed entries a game's tournaments have, by tournament; those with no registration are absent. */
export async function countEntries(
  db: Queryable,
  gameId: string,
  tournamentIds: readonly string[],
): Promise<Map<string, number>> {
  const pending = pendingCountOf(registration.tournamentId);
  const rows = await db
    .select({
      tournamentId: registration.tournamentId,
      entries: sql<number>`${registration.seatsTaken} - ${pending}`,
    })
    .from(registration)
    .where(and(eq(registration.gameId, gameId), oneOf(registration.tournamentId, tournamentIds)));
  return new Map(rows.map((row) => [row.tournamentId, row.entries]));
}
