import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable } from "@tms/kit/database/handle";
import type { PayoutRow } from "./payouts.ts";
import type { SettlementRow } from "./settlements.ts";

/** A part of a plan, from its first to its last position. */
export interface Stretch {
  tournamentId: string;
  first: number;
  last: number;
}

/** A payout of a stretch, with what its settlement and its payment add. */
export interface PaidRow extends PayoutRow, Pick<SettlementRow, "gameId" | "kind" | "currency"> {
  /** Which of the stretches, counted from 1. */
  stretch: number;
  paidAt: Date;
}

/** All payouts of stretches that are recorded as paid, stretch by stretch in the order of payment. */
export async function listPaid(db: Queryable, stretches: readonly Stretch[]): Promise<PaidRow[]> {
  const { rows } = await db.$client.query<PaidRow>({
    name: "paid-stretches",
    text: `SELECT stretch.number::int AS stretch, settlement.game_id AS "gameId", settlement.kind,
        settlement.currency, payment.paid_at AS "paidAt",
        payout.tournament_id AS "tournamentId", payout.entry_id AS "entryId", payout.position,
        payout.gamer_id AS "gamerId", payout.handle, payout.rank,
        payout.amount_minor AS "amountMinor", payout.to_game AS "toGame",
        payout.transfer_id AS "transferId"
      FROM unnest($1::uuid[], $2::integer[], $3::integer[])
        WITH ORDINALITY AS stretch (id, first, last, number)
      JOIN settlement ON settlement.tournament_id = stretch.id
      JOIN payment ON payment.tournament_id = stretch.id AND payment.through_position = stretch.last
      JOIN payout ON payout.tournament_id = stretch.id
        AND payout.position BETWEEN stretch.first AND stretch.last
      ORDER BY stretch.number, payout.position`,
    values: [
      arrayLiteral(stretches.map(({ tournamentId }) => tournamentId)),
      arrayLiteral(stretches.map(({ first }) => first)),
      arrayLiteral(stretches.map(({ last }) => last)),
    ],
  });
  return rows;
}
