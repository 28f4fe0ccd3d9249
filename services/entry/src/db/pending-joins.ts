import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { parseActor, SYSTEM } from "@tms/kit/values/actor";
import { FIRST_ID } from "@tms/kit/values/ids";
import { asc, eq, getColumns, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { pendingJoin, refusedJoin } from "./tables.ts";

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

const [given, givenRows] = rowsOf("given_join", {
  tournamentId: pendingJoin.tournamentId,
  entryId: pendingJoin.entryId,
  actor: pendingJoin.actor,
  restRequestId: pendingJoin.restRequestId,
});

/** SQL: how many entries of a tournament, whose id is given as SQL, are pending. */
export const pendingCountOf = (tournamentId: SQLWrapper): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${pendingJoin} WHERE ${pendingJoin.tournamentId} = ${tournamentId})`;

const insert = prepared((db) =>
  db.insert(pendingJoin, "tournamentId", "entryId", "actor", "restRequestId").select(
    db
      .select({
        tournamentId: given.tournamentId,
        entryId: given.entryId,
        actor: given.actor,
        restRequestId: given.restRequestId,
      })
      .from(given),
  ),
);

/** An entry to be marked as pending, and whose doing its join is. */
export interface NewPendingJoin extends PendingJoin {
  actor: string;
  restRequestId: string;
}

/** An entry as it is marked as pending. */
export const newPendingOf = (row: {
  id: string;
  tournamentId: string;
  origin: Origin;
}): NewPendingJoin => {
  const { actor, requestId } = originMessage(row.origin);
  return { ...pendingJoinOf(row), actor, restRequestId: requestId };
};

/** Marks entries recorded in the same transaction as pending. */
export async function insertPending(tx: Tx, joins: readonly NewPendingJoin[]): Promise<void> {
  await insert(tx, givenRows(joins));
}

/** Whose doing the joins of pending entries are, by entry. */
export async function findOrigins(
  db: Queryable,
  joins: readonly PendingJoin[],
): Promise<Map<string, Origin>> {
  const { rows } = await db.$client.query<NewPendingJoin>({
    name: "pending-origins",
    text: `SELECT entry_id AS "entryId", actor, rest_request_id AS "restRequestId" FROM pending_join
      WHERE (tournament_id, entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    values: keysOf(joins),
  });
  return new Map(
    rows.map(({ entryId, actor, restRequestId }) => [
      entryId,
      { actor: parseActor(actor) ?? SYSTEM, requestId: restRequestId || null },
    ]),
  );
}

/** A pending entry to be confirmed, and the event that tells of it, as a batch of one. */
export interface ConfirmedJoin extends PendingJoin {
  gameId: string;
  event: Uint8Array;
}

/**
 * Confirms pending entries and stages their events, one row for each environment; returns the ids of
 * those that this call confirmed. Only the statement knows which these are, so it stages them itself.
 */
export async function confirmPending(
  db: Queryable,
  joins: readonly ConfirmedJoin[],
): Promise<string[]> {
  const lengths = joins.map(({ event }) => event.length);
  // The events travel as they are, one behind the other: an array of them would be sent as text.
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
        )
        SELECT entry_id AS "entryId" FROM confirmed`,
      values: [
        ...keysOf(joins),
        arrayLiteral(joins.map(({ gameId }) => gameId)),
        arrayLiteral(starts),
        arrayLiteral(lengths),
        Buffer.concat(joins.map(({ event }) => event)),
      ],
    }),
  );
  return rows.map((row) => row.entryId);
}

const keysOf = (joins: readonly PendingJoin[]) => [
  arrayLiteral(joins.map(({ tournamentId }) => tournamentId)),
  arrayLiteral(joins.map(({ entryId }) => entryId)),
];

const LONGEST_PAUSE_S = 60;

/** Where a sweep through all pending entries begins. */
export const FIRST: PendingJoin = { tournamentId: FIRST_ID, entryId: FIRST_ID };

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

/** A join whose charge was refused, by the id of its request. */
export interface RefusedJoinRow extends Omit<typeof refusedJoin.$inferSelect, "createdAt"> {}

const { createdAt: _, ...REFUSED } = getColumns(refusedJoin);

const byRequest = prepared((db) =>
  db
    .select(REFUSED)
    .from(refusedJoin)
    .where(oneOf(refusedJoin.id, sql.placeholder("ids"))),
);

/** Refused joins by their requests. */
export async function findRefusedJoins(
  db: Queryable,
  requestIds: readonly string[],
): Promise<RefusedJoinRow[]> {
  return await byRequest(db, { ids: arrayOf(refusedJoin.id, requestIds) });
}

/** Why an entry's charge was refused. */
export interface ChargeRefusal {
  entryId: string;
  reason: string;
  message: string;
}

/**
 * Removes pending entries and records why. Returns the tournaments whose seats became free, one
 * per seat. An entry goes only while it is marked as pending; a paid one cannot go at all.
 */
export async function refusePending(tx: Tx, refusals: readonly ChargeRefusal[]): Promise<string[]> {
  // Written, because it uses one array twice.
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
