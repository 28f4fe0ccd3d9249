import { asc, eq, getColumns, sql } from "drizzle-orm";
import { arrayLiteral, toArrays, toLiterals } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf, queryRows } from "@tms/kit/database/rows-of";
import { rowsOfEvents } from "@tms/kit/events/stage";
import { traced } from "@tms/kit/process/fault-points";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { parseActor, SYSTEM } from "@tms/kit/values/actor";
import { FIRST_ID } from "@tms/kit/values/ids";
import type { Event } from "@tms/proto/tms/event/v1/event";
import type { EntryKey, EntryRow } from "./entries.ts";
import { pendingJoin, refusedJoin, registration } from "./tables.ts";

/** The ids of existing rows that a join depends on, except its registration. */
export interface KnownJoin {
  /** The entry that the same request made. */
  byRequest: string | null;
  /** The entry of the gamer in the tournament. */
  byKey: string | null;
  /** The id of the request if its charge was refused. */
  refused: string | null;
  gamerId: string | null;
}

/** Finds the rows that joins depend on. Returns one result per join, in the order of `joins`. */
export const findKnown = (tx: Tx, joins: readonly (EntryKey & { requestId: string })[]) =>
  queryRows<KnownJoin>(tx, {
    name: "known-joins",
    // With the LIMITs, Postgres looks up each row, even if the statement was planned on empty tables.
    text: `SELECT player.id AS "gamerId",
        (SELECT id FROM entry WHERE request_id = given.request_id LIMIT 1) AS "byRequest",
        (SELECT id FROM refused_join WHERE id = given.request_id LIMIT 1) AS refused,
        (SELECT id FROM entry
          WHERE tournament_id = given.tournament_id AND gamer_id = player.id LIMIT 1) AS "byKey"
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
        WITH ORDINALITY AS given (request_id, tournament_id, game_id, handle, position)
      LEFT JOIN LATERAL (
        SELECT id FROM gamer WHERE game_id = given.game_id AND handle = given.handle LIMIT 1
      ) AS player ON true
      ORDER BY position`,
    values: [
      ...toLiterals(joins, "requestId", "tournamentId", "gameId"),
      ...toArrays(joins, "handle"),
    ],
  });

export interface JoinedRow extends EntryRow {
  origin: Origin;
}

/**
 * Records new entries and counts their seats. `events` are the events of the entries that are not pending.
 * Throws a violation of registration_seats if the seats exceed the maximum.
 */
export async function recordSeats(tx: Tx, entries: readonly JoinedRow[], events: readonly Event[]) {
  const pending = entries.filter((entry) => entry.pending);
  const origins = pending.map(({ origin }) => originMessage(origin));
  const taken = [...Map.groupBy(entries, (entry) => entry.tournamentId)];
  const staged = rowsOfEvents(events);
  await tx.$client.query({
    name: "record-seats",
    text: `WITH marked AS (
        INSERT INTO pending_join (entry_id, tournament_id, actor, rest_request_id)
        SELECT * FROM unnest($7::uuid[], $8::uuid[], $9::text[], $10::text[])
      ), staged AS (
        INSERT INTO event_out (game_id, events) SELECT * FROM unnest($11::uuid[], $12::bytea[])
      ), seated AS (
        UPDATE registration SET seats_taken = seats_taken + seats
        FROM unnest($13::uuid[], $14::int[]) AS taken (id, seats) WHERE tournament_id = taken.id
      )
      INSERT INTO entry (id, tournament_id, gamer_id, request_id, metadata,
        joined_at, created_at, updated_at)
      SELECT id, tournament_id, gamer_id, request_id, metadata, at, at, at
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[])
        AS new (id, tournament_id, gamer_id, request_id, at, metadata)`,
    values: [
      ...toLiterals(entries, "id", "tournamentId", "gamerId", "requestId", "joinedAt"),
      ...toArrays(entries, "metadata"),
      ...toLiterals(pending, "id", "tournamentId"),
      ...toArrays(origins, "actor", "requestId"),
      ...toLiterals(staged, "gameId"),
      ...toArrays(staged, "bytes"),
      arrayLiteral(taken.map(([id]) => id)),
      arrayLiteral(taken.map(([, group]) => group.length)),
    ],
  });
}

type PendingKey = Pick<EntryRow, "id" | "tournamentId">;

export async function findOrigins(db: Queryable, entries: readonly PendingKey[]) {
  const { rows } = await db.$client.query<typeof pendingJoin.$inferSelect>({
    name: "pending-origins",
    text: `SELECT entry_id AS "entryId", actor, rest_request_id AS "restRequestId" FROM pending_join
      WHERE (tournament_id, entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    values: toLiterals(entries, "tournamentId", "id"),
  });
  return new Map(
    rows.map(({ entryId, actor, restRequestId }) => [
      entryId,
      { actor: parseActor(actor) ?? SYSTEM, requestId: restRequestId || null },
    ]),
  );
}

/**
 * Confirms pending entries. Each of `events` is the event of one entry, encoded as a batch. Returns the ids
 * of the entries that this call confirmed, and stages their events, in one row per environment. Does not wait
 * until the commit is on disk. If Postgres crashes and loses the commit, the entries are pending again, and
 * recovery confirms them with the same event ids. Recovery charges no fee twice.
 */
export async function confirmPending(
  db: Queryable,
  entries: readonly (PendingKey & Pick<EntryRow, "gameId">)[],
  events: readonly Buffer[],
): Promise<string[]> {
  const lengths = events.map(({ length }) => length);
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
        ...toLiterals(entries, "tournamentId", "id", "gameId"),
        arrayLiteral(starts),
        arrayLiteral(lengths),
        Buffer.concat(events),
      ],
    }),
  );
  return rows.map((row) => row.entryId);
}

const MAX_PAUSE_S = 60;

type PendingPosition = Pick<typeof pendingJoin.$inferSelect, "tournamentId" | "entryId">;

export const FIRST: PendingPosition = { tournamentId: FIRST_ID, entryId: FIRST_ID };

/** A pending join. If `leased` is true, the caller of {@link leaseStale} must finish the join. */
type SweptJoin = PendingPosition & { leased: boolean };

/**
 * Reads the next pending entries, and leases the entries that are due. Each lease of an entry doubles the
 * pause until its next lease, up to 60 s. Failing entries therefore do not delay other entries. There is no
 * index on retry_at, because every join would have to update it.
 */
export async function leaseStale(db: Queryable, after: PendingPosition, limit: number) {
  const { rows } = await traced("entry.lease-pending", () =>
    // Checks retry_at again, because another call may have leased the row meanwhile. Waits for no row, because
    // a call that confirms the joins may lock them in another order.
    db.execute<SweptJoin>(sql`
      WITH span AS MATERIALIZED (
        SELECT ctid, tournament_id, entry_id, retry_at <= now() AS due FROM ${pendingJoin}
        WHERE (tournament_id, entry_id) > (${after.tournamentId}, ${after.entryId})
        ORDER BY tournament_id, entry_id LIMIT ${limit}
      ), free AS MATERIALIZED (
        SELECT ctid FROM ${pendingJoin}
        WHERE ctid = ANY(ARRAY(SELECT ctid FROM span WHERE due)) AND retry_at <= now()
        FOR UPDATE SKIP LOCKED
      ), leased AS (
        UPDATE ${pendingJoin} SET attempts = attempts + 1, retry_at = now() + make_interval(
          secs => least(${MAX_PAUSE_S}, power(2, least(attempts, 10)) * 2))
        WHERE ctid = ANY(ARRAY(SELECT ctid FROM free))
        RETURNING entry_id
      )
      SELECT tournament_id AS "tournamentId", entry_id AS "entryId",
        entry_id IN (SELECT entry_id FROM leased) AS leased
      FROM span ORDER BY tournament_id, entry_id`),
  );
  return rows;
}

export async function findPending(db: Queryable, tournamentId: string, limit: number) {
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

export const findRefusedJoins = (db: Queryable, requestIds: readonly string[]) =>
  byRequest(db, { ids: arrayOf(refusedJoin.id, requestIds) });

export interface ChargeRefusal {
  entryId: string;
  reason: string;
  message: string;
}

/** Deletes pending entries, stores the refusals, and frees the seats. The registrations must be locked. */
export async function refusePending(tx: Tx, refusals: readonly ChargeRefusal[]): Promise<void> {
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
    values: toArrays(refusals, "entryId", "reason", "message"),
  });
  if (rows.length === 0) return;
  const [ids] = toLiterals(rows, "tournamentId");
  await tx.execute(sql`
    UPDATE ${registration} SET seats_taken = seats_taken - seats
    FROM (SELECT id, count(*)::int AS seats FROM unnest(${ids}::uuid[]) AS id GROUP BY id) AS freed
    WHERE tournament_id = freed.id`);
}
