import { queryCheck } from "./check.ts";

/**
 * An entry's charge has the entry's id. A pending entry may be charged already or not yet, a
 * refused one never is.
 */
export const entryCharges = queryCheck(
  "every confirmed entry is charged once to its payer, and there are no other charges",
  `SELECT * FROM (
     SELECT entry.id AS entry,
       CASE
         WHEN registration.tournament_id IS NULL THEN 'the tournament has no registration'
         WHEN charge.id IS NULL THEN
           CASE WHEN pending.entry_id IS NULL AND registration.fee_minor > 0 THEN 'confirmed but not charged' END
         WHEN charge.kind <> 'entry_fee' OR charge.reference_id IS DISTINCT FROM entry.tournament_id
           OR charge.amount_minor <> registration.fee_minor THEN 'charged a wrong fee'
         WHEN debit.owner_id <> CASE registration.payer WHEN 'game' THEN registration.game_id ELSE entry.gamer_id END
           OR debit.type <> CASE registration.payer
             WHEN 'game' THEN 'game'::wallet.account_type ELSE 'gamer' END THEN 'charged to the wrong payer'
         WHEN credit.type <> 'prize_pool' OR credit.owner_id <> entry.tournament_id
           THEN 'not charged into the prize pool'
       END AS fault
     FROM entry.entry
       LEFT JOIN entry.registration USING (tournament_id)
       LEFT JOIN entry.pending_join AS pending
         ON pending.tournament_id = entry.tournament_id AND pending.entry_id = entry.id
       LEFT JOIN wallet.transfer AS charge ON charge.id = entry.id
       LEFT JOIN wallet.account AS debit ON debit.id = charge.debit_account_id
       LEFT JOIN wallet.account AS credit ON credit.id = charge.credit_account_id
     UNION ALL
     SELECT refused.entry_id, 'refused but charged'
     FROM entry.refused_join AS refused JOIN wallet.transfer ON transfer.id = refused.entry_id
     UNION ALL
     SELECT charge.id, 'the charge belongs to no entry'
     FROM wallet.transfer AS charge
     WHERE charge.kind = 'entry_fee'
       AND NOT EXISTS (SELECT FROM entry.entry WHERE entry.id = charge.id)
       AND NOT EXISTS (SELECT FROM entry.refused_join WHERE entry_id = charge.id)
   ) AS matched
   WHERE fault IS NOT NULL`,
);
