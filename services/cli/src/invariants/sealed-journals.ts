import { queryCheck } from "./check.ts";

/**
 * Recomputes every seal from the transfers it covers and the digest stored before it. A transfer that
 * was changed, removed, added or moved gives another digest.
 */
export const sealedJournals = queryCheck(
  "every seal is the digest of its transfers and of the previous seal",
  `WITH chain AS (
     SELECT *, lag(through_sequence) OVER journal AS after, lag(digest) OVER journal AS previous,
       row_number() OVER journal AS place
     FROM wallet.seal WINDOW journal AS (PARTITION BY account_id ORDER BY number)
   )
   SELECT chain.account_id AS account, chain.number AS seal, chain.transfers, covered.transfers AS found
   FROM chain CROSS JOIN LATERAL (
     SELECT count(*) AS transfers, string_agg(line, '' ORDER BY sequence) AS lines
     FROM (
       SELECT sequence, wallet.journal_line(
         sequence, id, -amount_minor, credit_account_id, kind, reference_id, created_at) AS line
       FROM wallet.transfer
       WHERE debit_account_id = chain.account_id AND NOT wallet.stands_in_credit(kind)
         AND (chain.after IS NULL OR sequence > chain.after) AND sequence <= chain.through_sequence
       UNION ALL
       SELECT sequence, wallet.journal_line(
         sequence, id, amount_minor, debit_account_id, kind, reference_id, created_at)
       FROM wallet.transfer
       WHERE credit_account_id = chain.account_id AND wallet.stands_in_credit(kind)
         AND (chain.after IS NULL OR sequence > chain.after) AND sequence <= chain.through_sequence
     ) AS line
   ) AS covered
   WHERE chain.number <> chain.place OR chain.transfers <> covered.transfers
     OR chain.digest <> wallet.seal_digest(chain.account_id, chain.previous, covered.lines)`,
);
