import { queryCheck } from "./check.ts";

/** Finds what a chain cannot show by itself: that its last seal, or the seal of a transfer, is missing. */
export const sealedHeads = queryCheck(
  "every account refers to its last seal, and every transfer is sealed",
  `SELECT 'head' AS what, account.id AS account, account.seals AS seal, last.number AS found
   FROM wallet.account
     FULL JOIN (SELECT DISTINCT ON (account_id) * FROM wallet.seal
       ORDER BY account_id, number DESC) AS last ON last.account_id = account.id
   WHERE account.seals IS DISTINCT FROM coalesce(last.number, 0)
     OR account.sealed_through IS DISTINCT FROM coalesce(last.through_sequence, 0)
     OR account.seal_digest IS DISTINCT FROM last.digest
   UNION ALL
   SELECT 'unsealed transfer', account.id, account.seals, transfer.sequence
   FROM wallet.transfer JOIN wallet.account ON account.id = CASE
     WHEN wallet.stands_in_credit(kind) THEN credit_account_id ELSE debit_account_id END
   WHERE transfer.sequence > account.sealed_through`,
);
