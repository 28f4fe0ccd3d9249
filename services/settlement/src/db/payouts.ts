import type { Queryable } from "@tms/kit/database";

/** One gamer's share of a plan. */
export interface Payout {
  position: number;
  entryId: string;
  gamerId: string;
  handle: string;
  rank: number | null;
  amountMinor: bigint;
  /** True when the money goes to the game's own account, which paid the fee. */
  toGame: boolean;
  transferId: string;
}

/** A payout as stored. */
export interface PayoutRow {
  position: number;
  entry_id: string;
  gamer_id: string;
  handle: string;
  rank: number | null;
  amount_minor: bigint;
  to_game: boolean;
  transfer_id: string;
  paid_at: Date | null;
}

/** Stores a part of a plan; what an interrupted attempt stored before is the same and stays. */
export async function insertPayouts(
  db: Queryable,
  tournamentId: string,
  payouts: readonly Payout[],
): Promise<void> {
  await db.query({
    name: "insert-payouts",
    text: `INSERT INTO payout
        (tournament_id, position, entry_id, gamer_id, handle, rank, amount_minor, to_game, transfer_id)
      SELECT $1, * FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::text[], $6::int[],
        $7::bigint[], $8::boolean[], $9::uuid[])
      ON CONFLICT DO NOTHING`,
    values: [
      tournamentId,
      payouts.map((p) => p.position),
      payouts.map((p) => p.entryId),
      payouts.map((p) => p.gamerId),
      payouts.map((p) => p.handle),
      payouts.map((p) => p.rank),
      payouts.map((p) => p.amountMinor),
      payouts.map((p) => p.toGame),
      payouts.map((p) => p.transferId),
    ],
  });
}

/** How many payouts a plan has and what they add up to, in minor units. */
export async function sumPayouts(
  db: Queryable,
  tournamentId: string,
): Promise<{ count: number; totalMinor: bigint }> {
  const { rows } = await db.query<{ count: number; total: bigint }>(
    `SELECT count(*)::int AS count, coalesce(sum(amount_minor), 0)::bigint AS total
     FROM payout WHERE tournament_id = $1`,
    [tournamentId],
  );
  return { count: rows[0]?.count ?? 0, totalMinor: rows[0]?.total ?? 0n };
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

/** The position up to which the ledger confirmed everything. */
export async function paidThrough(db: Queryable, tournamentId: string): Promise<number> {
  const { rows } = await db.query<{ position: number }>(
    `SELECT coalesce(max(through_position), 0) AS position FROM payment WHERE tournament_id = $1`,
    [tournamentId],
  );
  return rows[0]?.position ?? 0;
}

/** Records that everything up to a position was paid. */
export async function recordPayment(
  db: Queryable,
  tournamentId: string,
  throughPosition: number,
): Promise<void> {
  await db.query(
    `INSERT INTO payment (tournament_id, through_position) VALUES ($1, $2)
     ON CONFLICT (tournament_id, through_position) DO NOTHING`,
    [tournamentId, throughPosition],
  );
}
