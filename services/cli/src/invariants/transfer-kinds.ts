import { queryCheck } from "./check.ts";

/** The database refuses any other; this finds what its administrator made. */
export const transferKinds = queryCheck(
  "every transfer has a kind that is allowed between its account types",
  `SELECT transfer.id AS transfer, transfer.game_id AS game, transfer.currency,
     transfer.amount_minor AS amount, transfer.created_at AS made, transfer.kind,
     debit.type AS debited, debit.owner_id AS payer,
     credit.type AS credited, credit.owner_id AS receiver
   FROM wallet.transfer
     JOIN wallet.account AS debit ON debit.id = transfer.debit_account_id
     JOIN wallet.account AS credit ON credit.id = transfer.credit_account_id
   WHERE (kind::text, debit.type::text, credit.type::text) NOT IN (VALUES
     ('deposit', 'external', 'game'), ('deposit', 'external', 'gamer'),
     ('withdrawal', 'game', 'external'), ('withdrawal', 'gamer', 'external'),
     ('withdrawal', 'platform', 'external'),
     ('entry_fee', 'game', 'prize_pool'), ('entry_fee', 'gamer', 'prize_pool'),
     ('payout', 'prize_pool', 'gamer'),
     ('platform_fee', 'prize_pool', 'platform'),
     ('refund', 'prize_pool', 'game'), ('refund', 'prize_pool', 'gamer'))`,
);
