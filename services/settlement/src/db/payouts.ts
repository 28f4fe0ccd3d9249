import type { Queryable } from "@tms/kit/database";
import { durably } from "@tms/kit/steps";
import { LEASE } from "./settlements.ts";

/** One gamer's share of a plan. */
export interface Payout {
  position: number;
  entryId: string;
  gamerId: string;
  handle: string;
  rank: number | null;
  amountMinor: bigint;
  transferId: string;
}

/** What paying needs of a payout. */
export type UnpaidRow = Pick<
  PayoutRow,
  "position" | "gamer_id" | "amount_minor" | "to_game" | "transfer_id"
>;

/** A payout as stored. */
export interface PayoutRow {
  position: number;
  entry_id: string;
  gamer_id: string;
  handle: string;
  rank: number | null;
  amount_minor: bigint;
  /** True when the money goes to the game's own account, which paid the fee. */
  to_game: boolean;
  transfer_id: string;
  paid_at: Date | null;
}

/** Stores a part of a plan; what an interrupted attempt stored before is the same and stays. */
export async function insertPayouts(
  db: Queryable,
  plan: { tournamentId: string; toGame: boolean },
  payouts: readonly Payout[],
): Promise<void> {
  await durably("settlement.store-payouts", () =>
    db.query({
      name: "insert-payouts",
      text: `INSERT INTO payout
        (tournament_id, to_game, position, entry_id, gamer_id, handle, rank, amount_minor, transfer_id)
      SELECT $1, $2, * FROM unnest($3::int[], $4::uuid[], $5::uuid[], $6::text[], $7::int[],
        $8::bigint[], $9::uuid[])
      ON CONFLICT (tournament_id, position) DO NOTHING`,
      values: [
        plan.tournamentId,
        plan.toGame,
        payouts.map((p) => p.position),
        payouts.map((p) => p.entryId),
        payouts.map((p) => p.gamerId),
        payouts.map((p) => p.handle),
        payouts.map((p) => p.rank),
        payouts.map((p) => p.amountMinor),
        payouts.map((p) => p.transferId),
      ],
    }),
  );
}

/** How many payouts a plan has, to how many entries, and what they add up to in minor units. */
export async function sumPayouts(
  db: Queryable,
  tournamentId: string,
): Promise<{ count: number; entries: number; totalMinor: bigint }> {
  const { rows } = await db.query<{ count: number; entries: number; total: bigint }>({
    name: "sum-payouts",
    text: `SELECT count(*)::int AS count, count(DISTINCT entry_id)::int AS entries,
       coalesce(sum(amount_minor), 0)::bigint AS total
     FROM payout WHERE tournament_id = $1`,
    values: [tournamentId],
  });
  const { count = 0, entries = 0, total: totalMinor = 0n } = rows[0] ?? {};
  return { count, entries, totalMinor };
}

/** The next payouts to pay, in order: after a position, or after those recorded as paid. */
export async function nextPayouts(
  db: Queryable,
  tournamentId: string,
  after: number | null,
  limit: number,
): Promise<UnpaidRow[]> {
  const { rows } = await db.query<UnpaidRow>({
    name: "next-payouts",
    text: `SELECT position, gamer_id, amount_minor, to_game, transfer_id FROM payout
      WHERE tournament_id = $1 AND position > coalesce($2,
        (SELECT max(through_position) FROM payment WHERE tournament_id = $1), 0)
      ORDER BY position LIMIT $3`,
    values: [tournamentId, after, limit],
  });
  return rows;
}

/** A plan's payouts after a position, in the order of payment. */
export async function listPayouts(
  db: Queryable,
  tournamentId: string,
  after: number,
  limit: number,
): Promise<PayoutRow[]> {
  const { rows } = await db.query<PayoutRow>(
    `SELECT payout.*, (
       SELECT payment.paid_at FROM payment
       WHERE payment.tournament_id = $1 AND payment.through_position >= payout.position
       ORDER BY payment.through_position LIMIT 1) AS paid_at
     FROM payout WHERE tournament_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
    [tournamentId, after, limit],
  );
  return rows;
}

/** Records that everything up to a position was paid, and keeps the settlement for its worker. */
export async function recordPayment(
  db: Queryable,
  tournamentId: string,
  throughPosition: number,
): Promise<void> {
  await durably("settlement.record-payment", () =>
    db.query({
      name: "record-payment",
      text: `WITH recorded AS (
        INSERT INTO payment (tournament_id, through_position) VALUES ($1, $2)
        ON CONFLICT (tournament_id, through_position) DO NOTHING)
      UPDATE settlement SET retry_at = now() + ${LEASE} WHERE tournament_id = $1 AND state < 4`,
      values: [tournamentId, throughPosition],
    }),
  );
}
