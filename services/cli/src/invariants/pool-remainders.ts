import { queryCheck } from "./check.ts";

/** Holds at any moment, also between a charge and its payout. */
export const poolRemainders = queryCheck(
  "the fees of every prize pool equal its payouts, platform fee, refunds and balance",
  `WITH moved AS (
     SELECT credit_account_id AS id, amount_minor AS fee, 0 AS payout, 0 AS platform, 0 AS refund
     FROM wallet.transfer WHERE kind = 'entry_fee'
     UNION ALL
     SELECT debit_account_id, 0, CASE kind WHEN 'payout' THEN amount_minor ELSE 0 END,
       CASE kind WHEN 'platform_fee' THEN amount_minor ELSE 0 END, CASE kind WHEN 'refund' THEN amount_minor ELSE 0 END
     FROM wallet.transfer WHERE kind IN ('payout', 'platform_fee', 'refund')
   ), summed AS (
     SELECT id, sum(fee) AS fees, sum(payout) AS payouts, sum(platform) AS platform_fee,
       sum(refund) AS refunds
     FROM moved GROUP BY id
   )
   SELECT pool.owner_id AS tournament, coalesce(fees, 0) AS fees, coalesce(payouts, 0) AS payouts,
     coalesce(platform_fee, 0) AS platform_fee, coalesce(refunds, 0) AS refunds,
     pool.balance_minor AS remains
   FROM wallet.account AS pool LEFT JOIN summed USING (id)
   WHERE pool.type = 'prize_pool' AND coalesce(fees - payouts - platform_fee - refunds, 0) <> pool.balance_minor`,
);
