import { queryCheck } from "./check.ts";

/** The database refuses these today; what was made before it did is for an operator to judge. */
export const transferSense = queryCheck(
  "every transfer is of a kind that makes sense between its accounts",
  `SELECT transfer.id AS transfer, transfer.game_id AS game, transfer.currency,
     transfer.amount_minor AS amount, transfer.created_at AS made,
     (ARRAY['deposit', 'withdrawal', 'entry fee', 'payout', 'platform fee', 'refund'])[kind] AS kind,
     (ARRAY['external', 'game', 'gamer', 'prize pool', 'platform'])[debit.type] AS debited,
     debit.owner_id AS payer,
     (ARRAY['external', 'game', 'gamer', 'prize pool', 'platform'])[credit.type] AS credited,
     credit.owner_id AS receiver
   FROM wallet.transfer
     JOIN wallet.account AS debit ON debit.id = transfer.debit_account_id
     JOIN wallet.account AS credit ON credit.id = transfer.credit_account_id
   WHERE (kind, debit.type, credit.type) NOT IN (VALUES
     (1, 1, 2), (1, 1, 3),
     (2, 2, 1), (2, 3, 1), (2, 5, 1),
     (3, 2, 4), (3, 3, 4),
     (4, 4, 3),
     (5, 4, 5),
     (6, 4, 2), (6, 4, 3))`,
);
