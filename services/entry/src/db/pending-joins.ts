import { asc, eq, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import { pendingJoin } from "./tables.ts";

/** An entry that is pending, or may be. */
export interface PendingJoin extends Pick<
  typeof pendingJoin.$inferSelect,
  "tournamentId" | "entryId"
> {}

/** An entry as a pending join names it. */
export const pendingJoinOf = ({ id, tournamentId }: { id: string; tournamentId: string }) => ({
  entryId: id,
  tournamentId,
});

const KEY = { tournamentId: pendingJoin.tournamentId, entryId: pendingJoin.entryId };
const [given, givenRows] = rowsOf("given_join", KEY);

/** SQL: how many entries of a tournament, whose id is given as SQL, are pending. */
export const pendingCountOf = (tournamentId: SQLWrapper): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${pendingJoin} WHERE ${pendingJoin.tournamentId} = ${tournamentId})`;

const insert = prepared((db) =>
  db
    .insert(pendingJoin, "tournamentId", "entryId")
    .select(db.select({ tournamentId: given.tournamentId, entryId: given.entryId }).from(given)),
);

/** Marks entries recorded in the same transaction as pending. */
export async function insertPending(tx: Tx, joins: readonly PendingJoin[]): Promise<void> {
  await insert(tx, givenRows(joins));
}

const confirm = prepared((db) =>
  db
    .delete(pendingJoin)
    .where(sql`(${KEY.tournamentId}, ${KEY.entryId}) IN ${db.select().from(given)}`)
    .returning({ entryId: KEY.entryId }),
);

/** Confirms pending entries; returns the ids of those that this call confirmed. */
export async function confirmPending(
  db: Queryable,
  joins: readonly PendingJoin[],
): Promise<string[]> {
  const rows = await traced("entry.confirm", () => confirm(db, givenRows(joins)));
  return rows.map((row) => row.entryId);
}

const LONGEST_PAUSE_S = 60;

/** Where a sweep through all pending entries begins. */
export const FIRST: PendingJoin = {
  tournamentId: "00000000-0000-0000-0000-000000000000",
  entryId: "00000000-0000-0000-0000-000000000000",
};

/** A pending entry that a sweep came by; `leased` when this call is to finish it. */
export interface SweptJoin extends PendingJoin {
  leased: boolean;
}

/**
 * The next pending entries after one, in the order of their keys. Those that are due are leased: put
 * off with a growing pause, so that replicas share them and one that keeps failing holds up no other.
 * Walking the primary key a stretch at a time bounds what is read, however many there are; an index on
 * retry_at would do so too, at the price of one more index entry for every join.
 */
export async function leaseStale(
  db: Queryable,
  after: PendingJoin,
  limit: number,
): Promise<SweptJoin[]> {
  const { rows } = await traced("entry.lease-pending", () =>
    // Found again by ctid, whatever the plan. A row that changed meanwhile is no longer due.
    db.execute<Pick<SweptJoin, keyof SweptJoin>>(sql`
      WITH stretch AS MATERIALIZED (
        SELECT ctid, tournament_id, entry_id, retry_at <= now() AS due FROM ${pendingJoin}
        WHERE (tournament_id, entry_id) > (${after.tournamentId}, ${after.entryId})
        ORDER BY tournament_id, entry_id LIMIT ${limit}
      ), leased AS (
        UPDATE ${pendingJoin} SET attempts = attempts + 1, retry_at = now() + make_interval(
          secs => least(${LONGEST_PAUSE_S}, power(2, least(attempts, 10)) * 2))
        WHERE ctid = ANY(ARRAY(SELECT ctid FROM stretch WHERE due)) AND retry_at <= now()
        RETURNING entry_id
      )
      SELECT tournament_id AS "tournamentId", entry_id AS "entryId",
        entry_id IN (SELECT entry_id FROM leased) AS leased
      FROM stretch ORDER BY tournament_id, entry_id`),
  );
  return rows;
}

/** Pending entries of a tournament, at most so many. */
export async function findPending(
  db: Queryable,
  tournamentId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ entryId: pendingJoin.entryId })
    .from(pendingJoin)
    .where(eq(pendingJoin.tournamentId, tournamentId))
    .orderBy(asc(pendingJoin.entryId))
    .limit(limit);
  return rows.map((row) => row.entryId);
}
