import { sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { arrayOf } from "@tms/kit/database/rows-of";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { traced } from "@tms/kit/process/fault-points";
import type { Leased } from "./leases.ts";
import { LEASE_END, NOW, type SettlementRow } from "./settlements.ts";
import { payment } from "./tables.ts";

/** A plan that its worker has paid up to a position. */
export interface Paid {
  settlement: Leased & Pick<SettlementRow, "gameId">;
  throughPosition: number;
  /** What is told of it, as a batch of events. */
  events: Buffer;
}

/**
 * Records what was paid, stages the events of what was not recorded before, and keeps the settlements
 * for their workers. Returns the new leases; there is none for a worker whose settlement another has
 * taken up.
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
  const games = arrayLiteral(paid.map(({ settlement }) => settlement.gameId));
  const batches = paid.map(({ events }) => events);
  // Locked in the order of their ids, as everywhere: no two workers wait in a circle.
  const { rows } = await traced("settlement.record-payment", () =>
    db.execute<Pick<Leased, "tournamentId" | "leaseUntil">>(sql`
      WITH paid AS (
        SELECT * FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(positions)}::int[],
          ${sql.param(leases)}::timestamptz[], ${sql.param(games)}::uuid[],
          ${sql.param(batches)}::bytea[]) AS paid (id, position, lease, game, event)),
      locked AS (
        SELECT tournament_id AS id, ${NOW} AS at FROM settlement
        WHERE tournament_id = ANY(${sql.param(ids)}::uuid[])
        ORDER BY tournament_id FOR NO KEY UPDATE),
      recorded AS (
        INSERT INTO payment (tournament_id, through_position, paid_at)
        SELECT id, position, at FROM paid JOIN locked USING (id)
        ON CONFLICT (tournament_id, through_position) DO NOTHING
        RETURNING tournament_id AS id, through_position AS position),
      staged AS (
        INSERT INTO event_out (game_id, events)
        SELECT game, string_agg(event, ''::bytea ORDER BY id, position)
        FROM paid JOIN recorded USING (id, position) GROUP BY game)
      UPDATE settlement SET lease_until = ${LEASE_END} FROM paid JOIN locked USING (id)
      WHERE tournament_id = id AND lease_until = lease AND state <> 'done' AND dead_at IS NULL
      RETURNING tournament_id AS "tournamentId", lease_until AS "leaseUntil"`),
  );
  return rows;
}

/** When payouts of a plan were recorded as paid, by their positions; null where they are not. */
export async function listPayTimes(
  db: Queryable,
  tournamentId: string,
  positions: readonly number[],
): Promise<(Date | null)[]> {
  const { rows } = await db.execute<{ paidAt: Date | null }>(sql`
    SELECT (
      SELECT paid_at FROM payment
      WHERE tournament_id = ${tournamentId} AND through_position >= asked.position
      ORDER BY through_position LIMIT 1) AS "paidAt"
    FROM unnest(${sql.param(arrayOf(payment.throughPosition, positions))}::int[])
      WITH ORDINALITY AS asked (position, number)
    ORDER BY asked.number`);
  return rows.map(({ paidAt }) => paidAt);
}
