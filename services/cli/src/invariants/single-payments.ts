import { queryCheck } from "./check.ts";

/**
 * Counted per gamer, not per id: two entries of one gamer would each have a charge and a payout of
 * its own. Where the game pays for its gamers, the plan tells whose a payment is.
 */
export const singlePayments = queryCheck(
  "each gamer is entered, charged, paid and refunded at most once per tournament",
  `SELECT * FROM (
     SELECT 'entered' AS what, tournament_id AS tournament, gamer_id AS gamer, count(*) AS times
     FROM entry.entry GROUP BY tournament_id, gamer_id
     UNION ALL
     SELECT 'planned for payment', tournament_id, gamer_id, count(*)
     FROM settlement.payout GROUP BY tournament_id, gamer_id
     UNION ALL
     SELECT CASE kind WHEN 'entry_fee' THEN 'charged' WHEN 'payout' THEN 'paid' ELSE 'refunded' END,
       reference_id, gamer.owner_id, count(*)
     FROM wallet.transfer JOIN wallet.account AS gamer ON gamer.type = 'gamer' AND gamer.id =
       CASE kind WHEN 'entry_fee' THEN transfer.debit_account_id ELSE transfer.credit_account_id END
     WHERE kind IN ('entry_fee', 'payout', 'refund') GROUP BY kind, reference_id, gamer.owner_id
   ) AS counted
   WHERE times > 1`,
);
