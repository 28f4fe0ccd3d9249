import type { Queryable, Tx } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";

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
}

// A turn sends for two seconds, and waits at most twice as long as a request may take.
const LEASE = "interval '45 seconds'";

/**
 * Leases endpoints for which there is something to do, those that were served longest ago first. Whoever
 * held one before and died has its lease run out.
 */
export async function leaseDue(
  db: Queryable,
  worker: string,
  limit: number,
): Promise<LeasedEndpoint[]> {
  const { rows } = await traced("events.lease-dispatch", () =>
    db.$client.query<LeasedEndpoint>({
      name: "lease-due-endpoints",
      text: `WITH due AS (
          SELECT d.endpoint_id FROM dispatch d
          JOIN endpoint e ON e.id = d.endpoint_id AND e.disabled_reason IS NULL
            AND e.removed_at IS NULL
          LEFT JOIN event_head h ON h.game_id = d.game_id
          WHERE (d.lease_until IS NULL OR d.lease_until <= now())
            AND (d.position < h.last_sequence OR d.replay_position IS NOT NULL OR EXISTS (
              SELECT FROM delivery r WHERE r.endpoint_id = d.endpoint_id
                AND r.state = 'retrying' AND r.next_attempt_at <= now()))
          ORDER BY d.served_at LIMIT $2 FOR UPDATE OF d SKIP LOCKED)
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
          dispatch.replay_position IS NOT NULL AS "isReplaying"`,
      values: [worker, limit],
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
