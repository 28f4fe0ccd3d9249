import type { Queryable } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";
import type { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { TakenOverError } from "../errors.ts";

/** A settlement as stored. */
export interface SettlementRow {
  tournament_id: string;
  game_id: string;
  kind: SettlementKind;
  state: SettlementState;
  due_at: Date;
  currency: string | null;
  pool_minor: bigint | null;
  fee_minor: bigint | null;
  entries: number | null;
  payouts: number | null;
  /** While a worker is at it: how long its lease is, by which it knows that it still has it. */
  retry_at: Date;
  failures: number;
  defects: number;
  last_error: string | null;
  dead_at: Date | null;
  finished_at: Date | null;
}

/** SQL: the columns of a settlement. */
export const SETTLEMENT = `tournament_id, game_id, kind, state, due_at, currency, pool_minor,
  fee_minor, entries, payouts, retry_at, failures, defects, last_error, dead_at, finished_at`;

/** How long a worker may be silent before another takes its settlement up. */
export const LEASE = "interval '15 seconds'";

/**
 * Locks those of the settlements `$1` that meet a condition, as the relation `locked`. In the
 * order of their ids: no two workers can wait for each other in a circle.
 */
export const lockedWhere = (condition: string) => `locked AS MATERIALIZED (
        SELECT tournament_id AS locked_id FROM settlement
        WHERE tournament_id = ANY($1::uuid[]) AND ${condition}
        ORDER BY tournament_id FOR NO KEY UPDATE)`;

/**
 * Has a tournament settled at a moment. Events may come late or twice: the earliest moment
 * wins, and what has begun stays. Only an earlier moment has it taken up earlier: a repeat cuts
 * short no pause and no worker's lease.
 */
export async function schedule(
  db: Queryable,
  row: { tournamentId: string; gameId: string; dueAt: Date },
): Promise<void> {
  await traced("settlement.schedule", () =>
    db.$client.query({
      name: "schedule",
      text: `INSERT INTO settlement (tournament_id, game_id, kind, due_at, retry_at)
     VALUES ($1, $2, 1, $3, $3)
     ON CONFLICT (tournament_id) DO UPDATE SET
       due_at = least(settlement.due_at, excluded.due_at),
       retry_at = CASE WHEN excluded.due_at < settlement.due_at
         THEN excluded.retry_at ELSE settlement.retry_at END
     WHERE settlement.state = 1 AND settlement.kind = 1 AND settlement.game_id = excluded.game_id`,
      values: [row.tournamentId, row.gameId, row.dueAt],
    }),
  );
}

/** Turns a settlement that has not begun into a refund that is due now. */
export async function scheduleRefund(
  db: Queryable,
  row: { tournamentId: string; gameId: string },
): Promise<void> {
  await traced("settlement.schedule-refund", () =>
    db.$client.query(
      `INSERT INTO settlement (tournament_id, game_id, kind, due_at, retry_at)
     VALUES ($1, $2, 2, now(), now())
     ON CONFLICT (tournament_id) DO UPDATE SET kind = 2, due_at = now(), retry_at = now()
     WHERE settlement.state = 1 AND settlement.kind = 1 AND settlement.game_id = excluded.game_id`,
      [row.tournamentId, row.gameId],
    ),
  );
}

/** Reads a settlement. */
export async function findSettlement(
  db: Queryable,
  tournamentId: string,
): Promise<SettlementRow | undefined> {
  const { rows } = await db.$client.query<SettlementRow>({
    name: "find-settlement",
    text: `SELECT ${SETTLEMENT} FROM settlement WHERE tournament_id = $1`,
    values: [tournamentId],
  });
  return rows[0];
}

/** Takes those that are due for this worker; not those that are done or taken. */
export async function claim(db: Queryable, ids: readonly string[]): Promise<SettlementRow[]> {
  const { rows } = await traced("settlement.claim", () =>
    db.$client.query<SettlementRow>({
      name: "claim",
      text: `WITH ${lockedWhere("state < 4 AND dead_at IS NULL AND retry_at <= now()")}
      UPDATE settlement SET retry_at = now() + ${LEASE}
      FROM locked WHERE tournament_id = locked_id RETURNING ${SETTLEMENT}`,
      values: [ids],
    }),
  );
  return rows;
}

/** A settlement as its worker knows it: whose it is, and until when. */
export type Leased = Pick<SettlementRow, "tournament_id" | "retry_at">;

/** Notes the lease that a worker was given; without one, another has taken its settlement up. */
export function holdUntil(settlement: Leased, lease: Date | undefined): void {
  if (lease === undefined) throw new TakenOverError("another worker has taken the settlement up");
  settlement.retry_at = lease;
}

/** Keeps a settlement for this worker. */
export async function renewLease(db: Queryable, settlement: Leased): Promise<void> {
  const { rows } = await traced("settlement.renew-lease", () =>
    db.$client.query<Leased>({
      name: "renew-lease",
      text: `UPDATE settlement SET retry_at = now() + ${LEASE}
        WHERE tournament_id = $1 AND retry_at = $2 AND state < 4 AND dead_at IS NULL
        RETURNING tournament_id, retry_at`,
      values: [settlement.tournament_id, settlement.retry_at],
    }),
  );
  holdUntil(settlement, rows[0]?.retry_at);
}

/**
 * Records a failed attempt and when to repeat it; dead when it is not to be repeated. What a
 * worker says of a settlement that is no longer its own counts for nothing.
 */
export async function recordFailure(
  db: Queryable,
  { tournament_id: tournamentId, retry_at: lease }: Leased,
  failure: {
    text: string;
    defects: number;
    pauseMs: number;
    dead: boolean;
  },
): Promise<void> {
  await traced("settlement.record-failure", () =>
    db.$client.query(
      `UPDATE settlement SET failures = failures + 1, last_error = left($2, 500),
       retry_at = now() + make_interval(secs => $3::float8 / 1000),
       dead_at = CASE WHEN $4 THEN now() END, defects = $5
     WHERE tournament_id = $1 AND retry_at = $6 AND state < 4 AND dead_at IS NULL`,
      [tournamentId, failure.text, failure.pauseMs, failure.dead, failure.defects, lease],
    ),
  );
}

/** An open settlement that a worker is to take up, and in how long by Postgres' clock. */
export type ComingRow = Pick<SettlementRow, "tournament_id" | "retry_at"> & { in_ms: number };

/** Open settlements whose moment has come or is near, or whose worker fell silent. */
export async function findComing(
  db: Queryable,
  aheadMs: number,
  limit: number,
): Promise<ComingRow[]> {
  const { rows } = await db.$client.query<ComingRow>({
    name: "find-coming",
    text: `SELECT tournament_id, retry_at,
        (extract(epoch FROM retry_at - clock_timestamp()) * 1000)::float8 AS in_ms
      FROM settlement
      WHERE state < 4 AND dead_at IS NULL AND retry_at <= now() + make_interval(secs => $1::float8 / 1000)
      ORDER BY retry_at LIMIT $2`,
    values: [aheadMs, limit],
  });
  return rows;
}

/**
 * Takes a settlement out of the dead-letter state; undefined when it is not in it. One whose
 * plan did not come to the pool begins anew, so that a pool put right by hand is read again.
 */
export async function revive(
  db: Queryable,
  tournamentId: string,
): Promise<SettlementRow | undefined> {
  const { rows } = await traced("settlement.revive", () =>
    db.$client.query<SettlementRow>(
      `UPDATE settlement SET dead_at = NULL, failures = 0, defects = 0, retry_at = now(),
       state = CASE state WHEN 2 THEN 1 ELSE state END
     WHERE tournament_id = $1 AND dead_at IS NOT NULL RETURNING ${SETTLEMENT}`,
      [tournamentId],
    ),
  );
  return rows[0];
}
