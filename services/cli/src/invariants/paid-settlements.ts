import { queryCheck } from "./check.ts";

/** Sums up finished settlements from the ledger's side. */
export const paidSettlements = queryCheck(
  "every finished settlement paid out its complete pool, as prizes and platform fee or as refunds",
  `SELECT settlement.tournament_id AS tournament, settlement.kind, settlement.pool_minor AS pool,
     settlement.fee_minor AS planned_fee, moved.fees_in, moved.payouts, moved.platform_fee,
     moved.refunds, pool.balance_minor AS left_in_pool
   FROM settlement.settlement
     LEFT JOIN wallet.account AS pool
       ON pool.type = 'prize_pool' AND pool.owner_id = settlement.tournament_id
       AND pool.game_id = settlement.game_id AND pool.currency = settlement.currency
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(amount_minor) FILTER (WHERE kind = 'entry_fee'), 0) AS fees_in,
         coalesce(sum(amount_minor) FILTER (WHERE kind = 'payout'), 0) AS payouts,
         coalesce(sum(amount_minor) FILTER (WHERE kind = 'platform_fee'), 0) AS platform_fee,
         coalesce(sum(amount_minor) FILTER (WHERE kind = 'refund'), 0) AS refunds
       FROM wallet.transfer
       WHERE pool.id IN (transfer.debit_account_id, transfer.credit_account_id)
     ) AS moved
   WHERE settlement.state = 'done' AND (
     moved.fees_in <> settlement.pool_minor
     OR coalesce(pool.balance_minor, 0) <> 0
     OR moved.platform_fee <> coalesce(settlement.fee_minor, 0)
     OR CASE settlement.kind
       WHEN 'payout' THEN moved.payouts + moved.platform_fee <> settlement.pool_minor OR moved.refunds <> 0
       ELSE moved.refunds <> moved.fees_in OR moved.payouts + moved.platform_fee <> 0
     END)`,
);
