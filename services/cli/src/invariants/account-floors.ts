import { queryCheck } from "./check.ts";

/**
 * Gamers, prize pools and platform fees never owe; a game owes at most its credit limit, once its
 * account was opened with it; an external account owes whatever is inside.
 */
export const accountFloors = queryCheck(
  "no account is below its floor, and every floor matches the account's type and game",
  `SELECT account.id AS account, account.type, account.owner_id AS owner,
     account.balance_minor AS balance, account.floor_minor AS floor,
     game.credit_limit_minor AS credit_limit
   FROM wallet.account
     LEFT JOIN game.game ON game.id = account.game_id AND account.type = 'game'
   WHERE account.balance_minor < account.floor_minor
     OR (account.type = 'external' AND account.floor_minor IS NOT NULL)
     OR (account.type IN ('gamer', 'prize_pool', 'platform') AND account.floor_minor IS DISTINCT FROM 0)
     OR (account.type = 'game' AND game.id IS NULL)
     OR (account.type = 'game' AND game.opened_at IS NOT NULL
       AND account.floor_minor IS DISTINCT FROM -game.credit_limit_minor)`,
);
