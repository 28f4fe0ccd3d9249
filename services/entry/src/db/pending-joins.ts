import { asc, eq, getColumns, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import type { Origin } from "@tms/kit/rpc/origin";
import { parseActor, SYSTEM } from "@tms/kit/values/actor";
import { FIRST_ID } from "@tms/kit/values/ids";
import { toArrays } from "./array-parameters.ts";
import { pendingJoin, refusedJoin } from "./tables.ts";

export interface PendingJoin extends Pick<
  typeof pendingJoin.$inferSelect,
  "tournamentId" | "entryId"
> {}

export const toPendingJoin = ({ id, tournamentId }: { id: string; tournamentId: string }) => ({
  entryId: id,
  tournamentId,
});

/** SQL: the number of pending entries of a tournament. */
export const pendingCount = (tournamentId: SQLWrapper): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${pendingJoin} WHERE ${pendingJoin.tournamentId} = ${tournamentId})`;

/** Returns the origins of pending joins, by entry. */
export async function findOrigins(
  db: Queryable,
  joins: readonly PendingJoin[],
): Promise<Map<string, Origin>> {
  const { rows } = await db.$client.query<typeof pendingJoin.$inferSelect>({
    name: "pending-origins",
    text: `SELECT entry_id AS "entryId", actor, rest_request_id AS "restRequestId" FROM pending_join
      WHERE (tournament_id, entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    values: toArrays(joins, "tournamentId", "entryId"),
  });
  return new Map(
    rows.map(({ entryId, actor, restRequestId }) => [
      entryId,
      { actor: parseActor(actor) ?? SYSTEM, requestId: restRequestId || null },
    ]),
  );
}

export interface ConfirmedJoin extends PendingJoin {
  gameId: string;
  /** The event of the join, encoded as a batch that contains only this event. */
  event: Uint8Array;
}

/**
 * Confirms pending entries. Returns the ids of the entries that this call confirmed, and stages their
 * events, with one row per environment. Does not wait for the disk: if Postgres crashes and loses the commit,
 * the entries are pending again, and recovery confirms them. Their fees are charged already, and their events
 * have the same ids.
 */
export async function confirmPending(
  db: Queryable,
  joins: readonly ConfirmedJoin[],
): Promise<string[]> {
  const lengths = joins.map(({ event }) => event.length);
  // The events are sent as one byte string, because an array would be sent as text.
  let next = 1;
  const starts = lengths.map((length) => (next += length) - length);
  const { rows } = await traced("entry.confirm", () =>
    db.$client.query<{ entryId: string }>({
      name: "confirm-pending",
      text: `WITH given AS (
          SELECT tournament_id, entry_id, game_id, start, length
          FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::integer[])
            AS given (tournament_id, entry_id, game_id, start, length)
        ), confirmed AS (
          DELETE FROM pending_join
          WHERE (tournament_id, entry_id) IN (SELECT tournament_id, entry_id FROM given)
          RETURNING entry_id
        ), staged AS (
          INSERT INTO event_out (game_id, events)
          SELECT game_id, string_agg(substring($6::bytea FROM start FOR length), ''::bytea)
          FROM given JOIN confirmed USING (entry_id) GROUP BY game_id
        ), mode AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
        SELECT entry_id AS "entryId" FROM confirmed, mode`,
      values: [
        ...toArrays(joins, "tournamentId", "entryId", "gameId"),
        arrayLiteral(starts),
        arrayLiteral(lengths),
        Buffer.concat(joins.map(({ event }) => event)),
      ],
    }),
  );
  return rows.map((row) => row.entryId);
}

const MAX_PAUSE_S = 60;

/** The position before all pending entries. */
export const FIRST: PendingJoin = { tournamentId: FIRST_ID, entryId: FIRST_ID };

export interface SweptJoin extends PendingJoin {
  /** True if this call leased the join. The caller must then finish the join. */
  leased: boolean;
}

/**
 * Reads the next pending entries in the order of their keys, and leases the entries that are due. The pause
 * until the next attempt grows, so that an entry that keeps failing does not delay other entries. The
 * statement follows the primary key, which limits the number of rows that it reads. There is no index on
 * retry_at, because every join would have to update it.
 */
export async function leaseStale(
  db: Queryable,
  after: PendingJoin,
  limit: number,
): Promise<SweptJoin[]> {
  const { rows } = await traced("entry.lease-pending", () =>
    // A row that another call has leased is no longer due.
    db.execute<Pick<SweptJoin, keyof SweptJoin>>(sql`
      WITH span AS MATERIALIZED (
        SELECT ctid, tournament_id, entry_id, retry_at <= now() AS due FROM ${pendingJoin}
        WHERE (tournament_id, entry_id) > (${after.tournamentId}, ${after.entryId})
        ORDER BY tournament_id, entry_id LIMIT ${limit}
      ), leased AS (
        UPDATE ${pendingJoin} SET attempts = attempts + 1, retry_at = now() + make_interval(
          secs => least(${MAX_PAUSE_S}, power(2, least(attempts, 10)) * 2))
        WHERE ctid = ANY(ARRAY(SELECT ctid FROM span WHERE due)) AND retry_at <= now()
        RETURNING entry_id
      )
      SELECT tournament_id AS "tournamentId", entry_id AS "entryId",
        entry_id IN (SELECT entry_id FROM leased) AS leased
      FROM span ORDER BY tournament_id, entry_id`),
  );
  return rows;
}

/** Returns the ids of at most `limit` pending entries of a tournament. */
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

/** A join with a refused charge. Its id is the id of the request. */
export interface RefusedJoinRow extends Omit<typeof refusedJoin.$inferSelect, "createdAt"> {}

const { createdAt: _, ...REFUSED } = getColumns(refusedJoin);

const byRequest = prepared((db) =>
  db
    .select(REFUSED)
    .from(refusedJoin)
    .where(oneOf(refusedJoin.id, sql.placeholder("ids"))),
);

export async function findRefusedJoins(
  db: Queryable,
  requestIds: readonly string[],
): Promise<RefusedJoinRow[]> {
  return await byRequest(db, { ids: arrayOf(refusedJoin.id, requestIds) });
}

export interface ChargeRefusal {
  entryId: string;
  reason: string;
  message: string;
}

/**
 * Deletes pending entries and stores the refusals. Returns the tournament of each freed seat. Confirmed
 * entries are not deleted.
 */
export async function refusePending(tx: Tx, refusals: readonly ChargeRefusal[]): Promise<string[]> {
  const { rows } = await tx.$client.query<{ tournamentId: string }>({
    name: "refuse-pending",
    text: `WITH gone AS (
        DELETE FROM entry USING pending_join AS pending
        WHERE entry.id = ANY($1::uuid[])
          AND pending.tournament_id = entry.tournament_id AND pending.entry_id = entry.id
        RETURNING entry.id, entry.request_id, entry.tournament_id, entry.gamer_id
      ), noted AS (
        INSERT INTO refused_join (id, entry_id, tournament_id, gamer_id, reason, message)
        SELECT gone.request_id, gone.id, gone.tournament_id, gone.gamer_id, why.reason, why.message
        FROM gone JOIN unnest($1::uuid[], $2::text[], $3::text[]) AS why (id, reason, message)
          ON why.id = gone.id
      )
      DELETE FROM pending_join USING gone
      WHERE pending_join.tournament_id = gone.tournament_id AND pending_join.entry_id = gone.id
      RETURNING gone.tournament_id AS "tournamentId"`,
    values: [
      refusals.map((refusal) => refusal.entryId),
      refusals.map((refusal) => refusal.reason),
      refusals.map((refusal) => refusal.message),
    ],
  });
  return rows.map((row) => row.tournamentId);
}
