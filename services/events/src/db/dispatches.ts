import { eq } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";
import { dispatch } from "./tables.ts";

/** An endpoint that a worker may send to for the time of its lease. */
export interface LeasedEndpoint {
  endpointId: string;
  gameId: string;
  url: string;
  events: string[];
  sealedSecret: Buffer;
  /** While it signs, too. */
  previousSealedSecret: Buffer | null;
  position: bigint;
  lastSequence: bigint;
  isSlow: boolean;
  isReplaying: boolean;
  /** Failed attempts in a row. */
  failures: number;
  /** Whether it took an event before. */
  isKnown: boolean;
  /** Whether a person ended the backoff. */
  isAsked: boolean;
  /** Whether it may use the quick lane. */
  isQuick: boolean;
}

/** How many endpoints may be leased, by lane. */
export interface LaneRoom {
  quick: number;
  patient: number;
}

// A turn sends for two seconds, and waits at most twice as long as a request may take.
const LEASE = "interval '45 seconds'";

// A game has at most so many turns at once, and so many of endpoints that may not answer.
const MAX_TURNS_OF_GAME = 4;
const MAX_DOUBTFUL_OF_GAME = 2;

/**
 * Leases endpoints for which there is something to do. Due deliveries are looked for endpoint by endpoint:
 * with EXISTS, Postgres might read all that are due. Games with the fewest turns under way come first,
 * then endpoints that were served longest ago. The quick lane takes endpoints whose newest attempts
 * succeeded, and the first endpoint of a game. All others share the patient lane. A lease runs out if
 * its holder dies.
 */
export async function leaseDue(
  db: Queryable,
  worker: string,
  room: LaneRoom,
): Promise<LeasedEndpoint[]> {
  const { rows } = await traced("events.lease-dispatch", () =>
    db.$client.query<LeasedEndpoint>({
      name: "lease-due-endpoints",
      text: `WITH waiting AS MATERIALIZED (
          SELECT d.endpoint_id, d.game_id, d.served_at,
            coalesce(d.lease_until > now(), false) AS is_leased,
            d.failures = 0 AND e.last_success_at IS NOT NULL AS is_sound
          FROM dispatch d
          JOIN endpoint e ON e.id = d.endpoint_id AND e.disabled_reason IS NULL
            AND e.removed_at IS NULL
          LEFT JOIN event_head h ON h.game_id = d.game_id
          WHERE d.lease_until > now() OR ((d.backoff_until IS NULL OR d.backoff_until <= now())
            AND (d.position < h.last_sequence OR d.replay_position IS NOT NULL OR (
              SELECT true FROM delivery r WHERE r.endpoint_id = d.endpoint_id
                AND r.state = 'retrying' AND r.next_attempt_at <= now() LIMIT 1)))),
        placed AS (
          SELECT *,
            row_number() OVER (PARTITION BY game_id
              ORDER BY is_leased DESC, is_sound DESC, served_at) AS place,
            row_number() OVER (PARTITION BY game_id, is_sound
              ORDER BY is_leased DESC, served_at) AS place_among_alike
          FROM waiting),
        ordered AS (
          SELECT endpoint_id, is_sound OR place = 1 AS is_quick,
            row_number() OVER (PARTITION BY is_sound OR place = 1
              ORDER BY place, is_sound DESC, served_at) AS number
          FROM placed
          WHERE NOT is_leased AND place <= ${MAX_TURNS_OF_GAME}
            AND (is_sound OR place_among_alike <= ${MAX_DOUBTFUL_OF_GAME})),
        due AS (
          SELECT d.endpoint_id, o.is_quick FROM ordered o
          JOIN dispatch d ON d.endpoint_id = o.endpoint_id
          WHERE o.number <= CASE WHEN o.is_quick THEN $2::integer ELSE $3::integer END
            AND (d.lease_until IS NULL OR d.lease_until <= now())
          FOR UPDATE OF d SKIP LOCKED)
        UPDATE dispatch SET worker = $1, lease_until = now() + ${LEASE}, served_at = now()
        FROM due JOIN endpoint e ON e.id = due.endpoint_id
          LEFT JOIN event_head h ON h.game_id = e.game_id
        WHERE dispatch.endpoint_id = due.endpoint_id
        RETURNING dispatch.endpoint_id AS "endpointId", dispatch.game_id AS "gameId", e.url, e.events,
          e.sealed_secret AS "sealedSecret",
          CASE WHEN e.previous_ends_at > now() THEN e.previous_sealed_secret END
            AS "previousSealedSecret",
          dispatch.position, coalesce(h.last_sequence, 0) AS "lastSequence",
          coalesce(dispatch.slow_until > now(), false) AS "isSlow",
          dispatch.replay_position IS NOT NULL AS "isReplaying", dispatch.failures,
          e.last_success_at IS NOT NULL AS "isKnown",
          dispatch.backoff_until IS NULL AS "isAsked", due.is_quick AS "isQuick"`,
      values: [worker, room.quick, room.patient],
    }),
  );
  return rows;
}

/** Ends whatever a worker has leased; nothing is stored of what it did. */
export async function endLeases(db: Queryable, worker: string): Promise<void> {
  await traced("events.lease-dispatch", () =>
    db.$client.query(`UPDATE dispatch SET worker = NULL, lease_until = NULL WHERE worker = $1`, [
      worker,
    ]),
  );
}

/** What a turn leaves behind. */
export interface TurnEnd {
  endpointId: string;
  worker: string;
  position: bigint;
  /** Whether it is to get one request at a time for a minute from now on. */
  isSlow: boolean;
}

/** What attempts say about the receiver that an endpoint has now. */
export interface Reception {
  failures: number;
  /** In how many milliseconds the next attempt may begin; 0 means at once. */
  backoffMs: number;
}

/** Ends a lease and stores how far the endpoint has come; false when the lease has gone to another. */
export async function endTurn(
  tx: Tx,
  { endpointId, worker, position, isSlow }: TurnEnd,
): Promise<boolean> {
  const { rowCount } = await tx.$client.query({
    name: "end-turn",
    text: `UPDATE dispatch SET position = greatest(position, $3), worker = NULL, lease_until = NULL,
        slow_until = CASE WHEN $4 THEN now() + interval '60 seconds' ELSE slow_until END
      WHERE endpoint_id = $1 AND worker = $2`,
    values: [endpointId, worker, position, isSlow],
  });
  return rowCount === 1;
}

/** A locked dispatch: where it stands, and whether a replay is under way. */
export interface LockedDispatch {
  position: bigint;
  isReplaying: boolean;
}

/** Locks an endpoint's dispatch. */
export async function lockDispatch(tx: Tx, endpointId: string): Promise<LockedDispatch> {
  const { rows } = await tx.$client.query<LockedDispatch>({
    name: "lock-dispatch",
    text: `SELECT position, replay_position IS NOT NULL AS "isReplaying" FROM dispatch
      WHERE endpoint_id = $1 FOR UPDATE`,
    values: [endpointId],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("an endpoint has no dispatch");
  return row;
}

/** Stores how a leased endpoint took its events. */
export async function storeReception(
  tx: Tx,
  endpointId: string,
  { failures, backoffMs }: Reception,
): Promise<void> {
  await tx.$client.query({
    name: "store-reception",
    text: `UPDATE dispatch SET failures = $2,
        backoff_until = CASE WHEN $3::float8 > 0 THEN now() + make_interval(secs => $3 / 1000) END
      WHERE endpoint_id = $1`,
    values: [endpointId, failures, backoffMs],
  });
}

/** Ends the backoff of an endpoint: one event is sent now, and the others follow if it arrives. */
export async function endBackoff(tx: Tx, endpointId: string): Promise<void> {
  await tx.update(dispatch).set({ backoffUntil: null }).where(eq(dispatch.endpointId, endpointId));
}

/** Forgets the failures of an endpoint, which has another receiver or is enabled again. */
export async function forgetFailures(tx: Tx, endpointId: string): Promise<void> {
  await tx
    .update(dispatch)
    .set({ failures: 0, backoffUntil: null })
    .where(eq(dispatch.endpointId, endpointId));
}
