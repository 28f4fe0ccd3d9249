-- A plan is written and read by the hundred thousand. That its settlement exists, and that it
-- names each entry once, is checked once for the whole plan before anything is paid, instead of
-- row by row.
ALTER TABLE payout
  DROP CONSTRAINT payout_settlement_fkey,
  DROP CONSTRAINT payout_entry_key,
  DROP CONSTRAINT payout_transfer_key;
