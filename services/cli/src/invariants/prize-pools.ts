import { queryCheck } from "./check.ts";

/** A pool is filled by fees alone, and emptied by what settlement may do alone. */
export const prizePools = queryCheck(
  "a prize pool receives only entry fees of its tournament, and pays only its prizes, platform fee and refunds",
  `SELECT transfer.id AS transfer, transfer.kind, pool.owner_id AS tournament,
     transfer.reference_id AS reference
   FROM wallet.account AS pool
     JOIN wallet.transfer ON pool.id IN (transfer.debit_account_id, transfer.credit_account_id)
   WHERE pool.type = 'prize_pool' AND (transfer.reference_id IS DISTINCT FROM pool.owner_id
     OR (transfer.credit_account_id = pool.id AND transfer.kind <> 'entry_fee')
     OR (transfer.debit_account_id = pool.id AND transfer.kind NOT IN ('payout', 'platform_fee', 'refund')))`,
);
