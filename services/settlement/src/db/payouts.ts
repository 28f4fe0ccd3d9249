import { and, asc, count, countDistinct, eq, getColumns, gt, sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import type { SettlementRow } from "./settlements.ts";
import { payout, settlement } from "./tables.ts";

/** A payout as stored. */
export interface PayoutRow extends Readonly<typeof payout.$inferSelect> {}

/** One gamer's share of a plan. */
export interface Payout extends Omit<PayoutRow, "tournamentId" | "toGame"> {}

/** The columns of a payout that paying needs. */
export interface UnpaidRow extends Pick<
  PayoutRow,
  "position" | "gamerId" | "amountMinor" | "toGame" | "transferId"
> {}

/** A part of a plan, to be stored by the worker who has the settlement. */
export interface PlanPart {
  settlement: Pick<SettlementRow, "tournamentId" | "leaseUntil">;
  toGame: boolean;
  payouts: readonly Payout[];
}

const [planned, plannedRows] = rowsOf("planned", getColumns(payout));
const [holder, holders] = rowsOf("holder", {
  tournamentId: settlement.tournamentId,
  leaseUntil: settlement.leaseUntil,
});
const insertMany = prepared((db) => {
  // A worker who was away may come back with a plan of before it was made anew.
  const held = db.$with("held").as(
    db
      .select({ tournamentId: settlement.tournamentId })
      .from(settlement)
      .innerJoin(holder, eq(holder.tournamentId, settlement.tournamentId))
      .where(
        and(eq(settlement.leaseUntil, holder.leaseUntil), sql`${settlement.state} = 'planning'`),
      )
      .orderBy(asc(settlement.tournamentId))
      .for("share", { of: settlement }),
  );
  return db
    .with(held)
    .insert(payout)
    .select(
      db
        .select(planned._.selectedFields)
        .from(planned)
        .innerJoin(held, eq(held.tournamentId, planned.tournamentId)),
    )
    .onConflictDoNothing({ target: [payout.tournamentId, payout.position] });
});

/**
 * Stores parts of plans; payouts that an interrupted attempt stored are the same and stay. Nothing is
 * stored for a worker whose settlement another has taken up.
 */
export async function insertPayouts(db: Queryable, parts: readonly PlanPart[]): Promise<void> {
  const rows = parts.flatMap(({ settlement: { tournamentId }, toGame, payouts }) =>
    payouts.map((item) => ({ ...item, tournamentId, toGame })),
  );
  const values = { ...plannedRows(rows), ...holders(parts.map((part) => part.settlement)) };
  await traced("settlement.store-payouts", () => insertMany(db, values));
}

/** Removes a plan of which nothing was paid; Postgres refuses it of any other. */
export async function deletePlan(db: Queryable, tournamentId: string): Promise<void> {
  await db.delete(payout).where(eq(payout.tournamentId, tournamentId));
}

/** The number of payouts in a plan, of entries that they go to, and their total in minor units. */
export interface PlanSum {
  count: number;
  entries: number;
  totalMinor: bigint;
}

const sums = prepared((db) =>
  db
    .select({
      tournamentId: payout.tournamentId,
      count: count(),
      entries: countDistinct(payout.entryId),
      totalMinor: sql<bigint>`sum(${payout.amountMinor})::bigint`,
    })
    .from(payout)
    .where(oneOf(payout.tournamentId, sql.placeholder("ids")))
    .groupBy(payout.tournamentId),
);

/** Adds up each of the plans; one without payouts is absent. */
export async function sumPayouts(
  db: Queryable,
  ids: readonly string[],
): Promise<(PlanSum & { tournamentId: string })[]> {
  return await sums(db, { ids: arrayOf(payout.tournamentId, ids) });
}

/** Reads all payouts still to be paid of several small plans, in the order of payment. */
export async function findUnpaid(
  db: Queryable,
  ids: readonly string[],
): Promise<(UnpaidRow & { tournamentId: string })[]> {
  const { rows } = await db.execute<UnpaidRow & { tournamentId: string }>(sql`
    SELECT tournament_id AS "tournamentId", position, gamer_id AS "gamerId",
      amount_minor AS "amountMinor", to_game AS "toGame", transfer_id AS "transferId"
    FROM unnest(${sql.param(arrayOf(payout.tournamentId, ids))}::uuid[]) AS plan (id)
    CROSS JOIN LATERAL (
      SELECT coalesce(max(through_position), 0) AS through_position FROM payment
      WHERE tournament_id = plan.id) AS paid
    JOIN payout ON tournament_id = plan.id AND position > paid.through_position
    ORDER BY tournament_id, position`);
  return rows;
}

const nextOfPlan = prepared((db) =>
  db
    .select({
      position: payout.position,
      gamerId: payout.gamerId,
      amountMinor: payout.amountMinor,
      toGame: payout.toGame,
      transferId: payout.transferId,
    })
    .from(payout)
    .where(
      and(
        eq(payout.tournamentId, sql.placeholder("tournamentId")),
        sql`${payout.position} > coalesce(${sql.placeholder("after")}::int,
          (SELECT max(through_position) FROM payment
           WHERE tournament_id = ${sql.placeholder("tournamentId")}), 0)`,
      ),
    )
    .orderBy(asc(payout.position))
    .limit(sql.placeholder("limit")),
);

/** Reads the next payouts of a plan: after a position, or after those recorded as paid. */
export async function findNextUnpaid(
  db: Queryable,
  tournamentId: string,
  after: number | null,
  limit: number,
): Promise<UnpaidRow[]> {
  return await nextOfPlan(db, { tournamentId, after, limit });
}

/** A plan's payouts after a position, in the order of payment. */
export async function listPayouts(
  db: Queryable,
  tournamentId: string,
  after: number,
  limit: number,
): Promise<PayoutRow[]> {
  return await db
    .select()
    .from(payout)
    .where(and(eq(payout.tournamentId, tournamentId), gt(payout.position, after)))
    .orderBy(asc(payout.position))
    .limit(limit);
}
