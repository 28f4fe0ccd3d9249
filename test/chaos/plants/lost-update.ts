import type { Plant } from "./plant.ts";

/** Balances are read, and written a moment later, without any lock in between. */
export const lostUpdate: Plant = {
  name: "lost-update",
  preloads: { wallet: ["plants/lost-update.preload.ts"] },
  sql: `
    CREATE OR REPLACE FUNCTION wallet.post_transfers() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp AS $$
    DECLARE
      posting record;
      held bigint;
    BEGIN
      FOR posting IN
        SELECT account_id, sum(amount)::bigint AS amount
        FROM (
          SELECT debit_account_id AS account_id, -amount_minor AS amount FROM posted
          UNION ALL
          SELECT credit_account_id, amount_minor FROM posted
        ) AS leg
        GROUP BY account_id ORDER BY account_id
      LOOP
        SELECT balance_minor INTO held FROM account WHERE id = posting.account_id;
        PERFORM pg_sleep(0.005);
        UPDATE account SET balance_minor = held + posting.amount WHERE id = posting.account_id;
      END LOOP;
      RETURN NULL;
    END $$`,
};
