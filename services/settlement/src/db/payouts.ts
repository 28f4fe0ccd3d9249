import type { Queryable } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";
import { LEASE, lockedWhere, type Leased } from "./settlements.ts";

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
}

/** A part of a plan, to be stored. */
export interface PlanPart {
  tournamentId: string;
  toGame: boolean;
  payouts: readonly Payout[];
}

/** Stores parts of plans; what an interrupted attempt stored before is the same and stays. */
export async function insertPayouts(db: Queryable, parts: readonly PlanPart[]): Promise<void> {
  const payouts = parts.flatMap((part) => part.payouts);
  const column = <T>(value: (part: PlanPart) => T) =>
    parts.flatMap((part) => part.payouts.map(() => value(part)));
  await traced("settlement.store-payouts", () =>
    db.$client.query({
      name: "insert-payouts",
      text: `INSERT INTO payout
        (tournament_id, to_game, position, entry_id, gamer_id, handle, rank, amount_minor, transfer_id)
      SELECT * FROM unnest($1::uuid[], $2::boolean[], $3::int[], $4::uuid[], $5::uuid[], $6::text[],
        $7::int[], $8::bigint[], $9::uuid[])
      ON CONFLICT (tournament_id, position) DO NOTHING`,
      values: [
        column((part) => part.tournamentId),
        column((part) => part.toGame),
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
export interface PlanSum {
  tournamentId: string;
  count: number;
  entries: number;
  totalMinor: bigint;
}

/** Adds up each of the plans. */
export async function sumPayouts(db: Queryable, ids: readonly string[]): Promise<PlanSum[]> {
  const { rows } = await db.$client.query<PlanSum>({
    name: "sum-payouts",
    text: `SELECT plan.id AS "tournamentId", total.* FROM unnest($1::uuid[]) AS plan (id)
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS count, count(DISTINCT entry_id)::int AS entries,
          coalesce(sum(amount_minor), 0)::bigint AS "totalMinor"
        FROM payout WHERE tournament_id = plan.id) AS total`,
    values: [ids],
  });
  return rows;
}

/** All that is left to pay of each of several small plans, in order. */
export async function unpaidPayouts(
  db: Queryable,
  ids: readonly string[],
): Promise<(UnpaidRow & { tournament_id: string })[]> {
  const { rows } = await db.$client.query<UnpaidRow & { tournament_id: string }>({
    name: "unpaid-payouts",
    text: `SELECT payout.* FROM unnest($1::uuid[]) AS plan (id)
      CROSS JOIN LATERAL (
        SELECT coalesce(max(through_position), 0) AS position FROM payment
        WHERE tournament_id = plan.id) AS paid
      CROSS JOIN LATERAL (
        SELECT tournament_id, position, gamer_id, amount_minor, to_game, transfer_id FROM payout
        WHERE tournament_id = plan.id AND position > paid.position) AS payout
      ORDER BY payout.tournament_id, payout.position`,
    values: [ids],
  });
  return rows;
}

/** The next payouts to pay, in order: after a position, or after those recorded as paid. */
export async function nextPayouts(
  db: Queryable,
  tournamentId: string,
  after: number | null,
  limit: number,
): Promise<UnpaidRow[]> {
  const { rows } = await db.$client.query<UnpaidRow>({
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
  const { rows } = await db.$client.query<PayoutRow>(
    `SELECT position, entry_id, gamer_id, handle, rank, amount_minor, to_game, transfer_id
     FROM payout WHERE tournament_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
    [tournamentId, after, limit],
  );
  return rows;
}

/** Everything up to a position of a plan, paid by the worker of a settlement. */
export interface Paid {
  settlement: Leased;
  throughPosition: number;
}

/**
 * Records what was paid, and keeps the settlements for their workers. Returns the new leases;
 * there is none for a worker whose settlement another has taken up.
 */
export async function recordPayments(db: Queryable, paid: readonly Paid[]): Promise<Leased[]> {
  const { rows } = await traced("settlement.record-payment", () =>
    db.$client.query<Leased>({
      name: "record-payments",
      text: `WITH ${lockedWhere("true")},
      paid AS (
        SELECT id, position, lease
        FROM unnest($1::uuid[], $2::int[], $3::timestamptz[]) AS paid (id, position, lease)
        JOIN locked ON locked_id = id),
      recorded AS (
        INSERT INTO payment (tournament_id, through_position) SELECT id, position FROM paid
        ON CONFLICT (tournament_id, through_position) DO NOTHING)
      UPDATE settlement SET retry_at = now() + ${LEASE} FROM paid
      WHERE tournament_id = id AND retry_at = lease AND state < 4 AND dead_at IS NULL
      RETURNING tournament_id, retry_at`,
      values: [
        paid.map((p) => p.settlement.tournament_id),
        paid.map((p) => p.throughPosition),
        paid.map((p) => p.settlement.retry_at),
      ],
    }),
  );
  return rows;
}
