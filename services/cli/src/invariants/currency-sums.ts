import { queryCheck } from "./check.ts";

/** Double entry: what one account lost another gained, within each game. */
export const currencySums = queryCheck(
  "the balances of every currency add up to zero in every game",
  `SELECT game_id AS game, currency, sum(balance_minor) AS sum FROM wallet.account
   GROUP BY game_id, currency HAVING sum(balance_minor) <> 0`,
);
