import type { Plant } from "./plant.ts";

const SUM = "SELECT account_id, game_id, currency, sum(amount)::bigint AS amount,";
const ADDITION = "SET balance_minor = balance_minor + delta.amount";

/** Balances are read, and written a moment later, without any lock in between. Seals stay right:
 * what is found has to be the money. */
export const lostUpdate: Plant = {
  name: "lost-update",
  preloads: { wallet: ["plants/lost-update.preload.ts"] },
  sql: `DO $plant$
    DECLARE
      source text := pg_get_functiondef('wallet.post_transfers'::regproc);
    BEGIN
      ASSERT position('${SUM}' IN source) > 0 AND position('${ADDITION}' IN source) > 0;
      source := replace(source, '${ADDITION}', 'SET balance_minor = delta.held + delta.amount');
      EXECUTE replace(source, '${SUM}', '${SUM.replace(
        "sum(amount)::bigint AS amount",
        `sum(amount)::bigint AS amount, pg_sleep(0.03),
          (SELECT balance_minor FROM account WHERE id = account_id) AS held`,
      )}');
    END $plant$`,
};
