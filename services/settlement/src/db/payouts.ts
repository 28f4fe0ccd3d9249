import { and, asc, count, countDistinct, eq, getColumns, gt, sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { gameTime } from "@tms/kit/database/game-time";
import { oneOf } from "@tms/kit/database/rows-of";
import {
  unnestRows,
  LEASE_END,
  toNames,
  toResults,
  type Leased,
  type SettlementRow,
  type TournamentId,
} from "./settlements.ts";
import { payment, payout, settlement } from "./tables.ts";

export type PayoutRow = Readonly<typeof payout.$inferSelect>;

interface PlanPage {
  settlement: Leased;
  toGame: boolean;
  payouts: readonly Omit<PayoutRow, "tournamentId" | "toGame">[];
}

const PAYOUT_KEYS = Object.keys(getColumns(payout)) as (keyof PayoutRow)[];

/** Inserts pages of payouts. Skips a page if the lease was lost: a retry may have deleted the plan. */
export async function insertPayouts(db: Queryable, pages: readonly PlanPage[]): Promise<void[]> {
  const rows = pages.flatMap(({ settlement: { tournamentId }, toGame, payouts }) =>
    payouts.map((item) => ({ ...item, tournamentId, toGame })),
  );
  const holders = pages.map((page) => page.settlement);
  await db.execute(sql`
    WITH held AS (
      SELECT tournament_id FROM settlement JOIN ${unnestRows(["tournamentId", "leaseUntil"], holders)}
        USING (tournament_id, lease_until)
      WHERE ${settlement.state} = 'planning' ORDER BY tournament_id FOR SHARE OF settlement)
    INSERT INTO payout (${toNames(PAYOUT_KEYS)})
    SELECT ${toNames(PAYOUT_KEYS)} FROM ${unnestRows(PAYOUT_KEYS, rows)} JOIN held USING (tournament_id)
    ON CONFLICT (tournament_id, position) DO NOTHING`);
  return pages.map(() => undefined);
}

/** Deletes payouts. Throws a violation of payout_kept if their settlement is paying or done. */
export async function deletePlan(db: Queryable, tournamentId: string) {
  await db.delete(payout).where(eq(payout.tournamentId, tournamentId));
}

export async function sumPayouts(db: Queryable, plans: readonly TournamentId[]) {
  const ids = plans.map(({ tournamentId }) => tournamentId);
  const sums = await db
    .select({
      tournamentId: payout.tournamentId,
      count: count(),
      entries: countDistinct(payout.entryId),
      totalMinor: sql<bigint>`sum(${payout.amountMinor})::bigint`,
    })
    .from(payout)
    .where(oneOf(payout.tournamentId, ids))
    .groupBy(payout.tournamentId);
  const byPlan = new Map(sums.map((sum) => [sum.tournamentId, sum]));
  return ids.map((id) => byPlan.get(id) ?? { count: 0, entries: 0, totalMinor: 0n });
}

/** The maximum number of payouts in a payment. A larger payment would lock the prize pool for longer. */
export const PAY_BATCH = 1_000;

export type UnpaidRow = Pick<
  PayoutRow,
  "tournamentId" | "position" | "gamerId" | "amountMinor" | "toGame" | "transferId"
>;

/** Returns the next batch of payouts per plan, after `position` or, if null, after the recorded payments. */
export async function findUnpaid(
  db: Queryable,
  plans: readonly (Pick<SettlementRow, "tournamentId" | "payouts"> & { position: number | null })[],
): Promise<UnpaidRow[][]> {
  const { rows } = await db.execute<UnpaidRow>(sql`
    SELECT payout.tournament_id AS "tournamentId", payout.position, gamer_id AS "gamerId",
      amount_minor AS "amountMinor", to_game AS "toGame", transfer_id AS "transferId"
    FROM ${unnestRows(["tournamentId", "position"], plans)}
    CROSS JOIN LATERAL (
      SELECT coalesce(given.position, max(through_position), 0) AS position
      FROM payment WHERE payment.tournament_id = given.tournament_id) AS paid
    JOIN payout ON payout.tournament_id = given.tournament_id
      AND payout.position > paid.position AND payout.position <= paid.position + ${PAY_BATCH}
    ORDER BY payout.tournament_id, payout.position`);
  const byPlan = Map.groupBy(rows, (row) => row.tournamentId);
  return plans.map(({ tournamentId }) => byPlan.get(tournamentId) ?? []);
}

interface Payment extends Leased, Pick<SettlementRow, "gameId"> {
  throughPosition: number;
  events: Buffer;
}

/** Records payments and events once, even if a lease was lost. Returns each renewed lease, or undefined. */
export async function recordPayment(db: Queryable, payments: readonly Payment[]) {
  const paid = unnestRows(
    ["tournamentId", "throughPosition", "leaseUntil", "gameId", "events"],
    payments,
  );
  const { rows } = await db.execute<Leased & Record<string, unknown>>(sql`
    WITH given AS (SELECT * FROM ${paid}),
    locked AS (
      SELECT tournament_id, ${gameTime("settlement")} AS paid_at
      FROM settlement WHERE tournament_id IN (SELECT tournament_id FROM given)
      ORDER BY tournament_id FOR NO KEY UPDATE),
    recorded AS (
      INSERT INTO payment (tournament_id, through_position, paid_at)
      SELECT tournament_id, through_position, paid_at FROM given JOIN locked USING (tournament_id)
      ON CONFLICT (tournament_id, through_position) DO NOTHING
      RETURNING tournament_id, through_position),
    staged AS (
      INSERT INTO event_out (game_id, events)
      SELECT game_id, string_agg(events, ''::bytea ORDER BY tournament_id, through_position)
      FROM given JOIN recorded USING (tournament_id, through_position) GROUP BY game_id)
    UPDATE settlement SET lease_until = ${LEASE_END}
    FROM given JOIN locked USING (tournament_id)
    WHERE settlement.tournament_id = given.tournament_id
      AND settlement.lease_until = given.lease_until
      AND state <> 'done' AND dead_at IS NULL
    RETURNING settlement.tournament_id AS "tournamentId", settlement.lease_until AS "leaseUntil"`);
  return toResults(payments, rows);
}

/** Returns up to `limit` payouts after a position. `recordedAt` is null before the payment is recorded. */
export async function listPayouts(
  db: Queryable,
  tournamentId: string,
  after: number,
  limit: number,
) {
  const recordedAt = sql<Date | null>`(
    SELECT paid_at FROM payment
    WHERE payment.tournament_id = payout.tournament_id AND through_position >= payout.position
    ORDER BY through_position LIMIT 1)`;
  return await db
    .select({ ...getColumns(payout), recordedAt: recordedAt.mapWith(payment.paidAt) })
    .from(payout)
    .where(and(eq(payout.tournamentId, tournamentId), gt(payout.position, after)))
    .orderBy(asc(payout.position))
    .limit(limit);
}

/** The payouts of a plan from `position` through `throughPosition`, which were recorded as one payment. */
interface Span {
  tournamentId: string;
  position: number;
  throughPosition: number;
}

export type PaidRow = Awaited<ReturnType<typeof selectPaid>>[number];

/** Returns the payouts of each span, in the order of payment. */
export async function listPaid(db: Queryable, spans: readonly Span[]): Promise<PaidRow[][]> {
  const keyOf = (span: Omit<Span, "position">) => `${span.tournamentId} ${span.throughPosition}`;
  const rows = Map.groupBy(await selectPaid(db, spans), keyOf);
  return spans.map((span) => rows.get(keyOf(span)) ?? []);
}

const selectPaid = (db: Queryable, spans: readonly Span[]) =>
  db
    .select({
      ...getColumns(payout),
      kind: settlement.kind,
      currency: settlement.currency,
      throughPosition: payment.throughPosition,
      paidAt: payment.paidAt,
    })
    .from(unnestRows(["tournamentId", "position", "throughPosition"], spans))
    .innerJoin(settlement, sql`${settlement.tournamentId} = given.tournament_id`)
    .innerJoin(
      payment,
      sql`${payment.tournamentId} = given.tournament_id
        AND ${payment.throughPosition} = given.through_position`,
    )
    .innerJoin(
      payout,
      sql`${payout.tournamentId} = given.tournament_id
        AND ${payout.position} BETWEEN given.position AND given.through_position`,
    )
    .orderBy(asc(payout.tournamentId), asc(payout.position));
