import { sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { arrayOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import type { Leased } from "./leases.ts";
import { LEASE_END } from "./settlements.ts";
import { payment } from "./tables.ts";

/** A plan that its worker has paid up to a position. */
export interface Paid {
  settlement: Leased;
  throughPosition: number;
}

/**
 * Records what was paid, and keeps the settlements for their workers. Returns the new leases;
 * there is none for a worker whose settlement another has taken up.
 */
export async function recordPayments(db: Queryable, paid: readonly Paid[]): Promise<Leased[]> {
  const ids = arrayOf(
    payment.tournamentId,
    paid.map(({ settlement }) => settlement.tournamentId),
  );
  const positions = arrayOf(
    payment.throughPosition,
    paid.map(({ throughPosition }) => throughPosition),
  );
  const leases = paid.map(({ settlement }) => settlement.leaseUntil);
  // Locked in the order of their ids, as everywhere: no two workers wait in a circle.
  const { rows } = await traced("settlement.record-payment", () =>
    db.execute<Pick<Leased, "tournamentId" | "leaseUntil">>(sql`
      WITH paid AS (
        SELECT * FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(positions)}::int[],
          ${sql.param(leases)}::timestamptz[]) AS paid (id, position, lease)),
      locked AS (
        SELECT tournament_id AS id FROM settlement
        WHERE tournament_id = ANY(${sql.param(ids)}::uuid[])
        ORDER BY tournament_id FOR NO KEY UPDATE),
      recorded AS (
        INSERT INTO payment (tournament_id, through_position)
        SELECT id, position FROM paid JOIN locked USING (id)
        ON CONFLICT (tournament_id, through_position) DO NOTHING)
      UPDATE settlement SET lease_until = ${LEASE_END} FROM paid JOIN locked USING (id)
      WHERE tournament_id = id AND lease_until = lease AND state <> 'done' AND dead_at IS NULL
      RETURNING tournament_id AS "tournamentId", lease_until AS "leaseUntil"`),
  );
  return rows;
}
