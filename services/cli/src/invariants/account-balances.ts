import { queryCheck } from "./check.ts";

/** Recomputes every balance from all transfers ever made. */
export const accountBalances = queryCheck(
  "every account's balance is the sum of its transfers",
  `WITH posting AS (
     SELECT debit_account_id AS account_id, -amount_minor AS amount FROM wallet.transfer
     UNION ALL
     SELECT credit_account_id, amount_minor FROM wallet.transfer
   ), recomputed AS (
     SELECT account_id, sum(amount) AS balance FROM posting GROUP BY account_id
   )
   SELECT account.id AS account, account.type, account.owner_id AS owner,
     account.balance_minor AS balance, coalesce(recomputed.balance, 0) AS recomputed
   FROM wallet.account LEFT JOIN recomputed ON recomputed.account_id = account.id
   WHERE account.balance_minor <> coalesce(recomputed.balance, 0)`,
);
