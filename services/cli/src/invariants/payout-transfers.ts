import { queryCheck } from "./check.ts";

/** Matches plan and ledger in both directions. */
export const payoutTransfers = queryCheck(
  "every payout and refund matches its plan, and every payout planned by a finished settlement is made",
  `SELECT coalesce(payout.transfer_id, transfer.id) AS transfer,
     coalesce(payout.tournament_id, transfer.reference_id) AS tournament,
     payout.amount_minor AS planned, transfer.amount_minor AS paid,
     payout.gamer_id AS gamer, credit.owner_id AS receiver, debit.owner_id AS payer
   FROM settlement.payout
     JOIN settlement.settlement USING (tournament_id)
     FULL JOIN (SELECT * FROM wallet.transfer WHERE kind IN ('payout', 'refund')) AS transfer
       ON transfer.id = payout.transfer_id
     LEFT JOIN wallet.account AS debit ON debit.id = transfer.debit_account_id
     LEFT JOIN wallet.account AS credit ON credit.id = transfer.credit_account_id
   WHERE (payout.transfer_id IS NULL)
     OR (transfer.id IS NULL AND settlement.state = 'done')
     OR (transfer.id IS NOT NULL AND (
       transfer.amount_minor <> payout.amount_minor
       OR transfer.reference_id IS DISTINCT FROM payout.tournament_id
       OR transfer.kind <> CASE settlement.kind
         WHEN 'payout' THEN 'payout'::wallet.transfer_kind ELSE 'refund' END
       OR debit.owner_id <> payout.tournament_id OR debit.type <> 'prize_pool'
       OR credit.owner_id <> CASE WHEN payout.to_game THEN settlement.game_id ELSE payout.gamer_id END
       OR credit.type <> CASE
         WHEN payout.to_game THEN 'game'::wallet.account_type ELSE 'gamer' END))`,
);
