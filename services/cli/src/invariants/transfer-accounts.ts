import { queryCheck } from "./check.ts";

/** Looks up the accounts on both sides of every transfer. */
export const transferAccounts = queryCheck(
  "every transfer moves a positive amount between two accounts of its game and currency",
  `SELECT transfer.id AS transfer, transfer.game_id AS game, transfer.currency,
     transfer.amount_minor AS amount, transfer.debit_account_id AS debit,
     transfer.credit_account_id AS credit
   FROM wallet.transfer
     LEFT JOIN wallet.account AS debit ON debit.id = transfer.debit_account_id
       AND debit.game_id = transfer.game_id AND debit.currency = transfer.currency
     LEFT JOIN wallet.account AS credit ON credit.id = transfer.credit_account_id
       AND credit.game_id = transfer.game_id AND credit.currency = transfer.currency
   WHERE debit.id IS NULL OR credit.id IS NULL OR debit.id = credit.id
     OR transfer.amount_minor <= 0`,
);
