import type { Queryable } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";
import type { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import { LEASE, lockedWhere, SETTLEMENT, type SettlementRow } from "./settlements.ts";

/** What begins: the pool is closed at this amount. */
export interface Beginning {
  tournamentId: string;
  kind: SettlementKind;
  currency: string;
  poolMinor: bigint;
}

/** Scheduled → planning. Leaves out those that were not scheduled. */
export async function toPlanning(
  db: Queryable,
  beginnings: readonly Beginning[],
): Promise<SettlementRow[]> {
  const { rows } = await traced("settlement.begin", () =>
    db.$client.query<SettlementRow>({
      name: "to-planning",
      text: `WITH ${lockedWhere("state = 1")}
     UPDATE settlement SET state = 2, kind = new_kind, currency = new_currency,
       pool_minor = new_pool, failures = 0, defects = 0, last_error = NULL,
       retry_at = now() + ${LEASE}
     FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::bigint[])
       AS beginning (id, new_kind, new_currency, new_pool)
     JOIN locked ON locked_id = id
     WHERE tournament_id = id RETURNING ${SETTLEMENT}`,
      values: [
        beginnings.map((b) => b.tournamentId),
        beginnings.map((b) => b.kind),
        beginnings.map((b) => b.currency),
        beginnings.map((b) => b.poolMinor),
      ],
    }),
  );
  return rows;
}

/** What a stored plan comes to, beside its payouts. */
export interface PlanTotals {
  tournamentId: string;
  feeMinor: bigint;
  entries: number;
  payouts: number;
}

/** Planning → paying: the plans are stored. Leaves out those that were not being planned. */
export async function toPaying(
  db: Queryable,
  plans: readonly PlanTotals[],
): Promise<SettlementRow[]> {
  const { rows } = await traced("settlement.plan", () =>
    db.$client.query<SettlementRow>({
      name: "to-paying",
      text: `WITH ${lockedWhere("state = 2")}
     UPDATE settlement SET state = 3, fee_minor = new_fee, entries = new_entries,
       payouts = new_payouts, failures = 0, defects = 0, last_error = NULL,
       retry_at = now() + ${LEASE}
     FROM unnest($1::uuid[], $2::bigint[], $3::int[], $4::int[])
       AS plan (id, new_fee, new_entries, new_payouts)
     JOIN locked ON locked_id = id
     WHERE tournament_id = id RETURNING ${SETTLEMENT}`,
      values: [
        plans.map((p) => p.tournamentId),
        plans.map((p) => p.feeMinor),
        plans.map((p) => p.entries),
        plans.map((p) => p.payouts),
      ],
    }),
  );
  return rows;
}

/** Paying → done. Leaves out those that were not being paid. */
export async function toDone(db: Queryable, ids: readonly string[]): Promise<SettlementRow[]> {
  const { rows } = await traced("settlement.finish", () =>
    db.$client.query<SettlementRow>({
      name: "to-done",
      text: `WITH ${lockedWhere("state = 3")}
     UPDATE settlement SET state = 4, finished_at = now(),
       failures = 0, defects = 0, last_error = NULL
     FROM locked WHERE tournament_id = locked_id RETURNING ${SETTLEMENT}`,
      values: [ids],
    }),
  );
  return rows;
}
