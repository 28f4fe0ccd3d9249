import { queryCheck } from "./check.ts";

/**
 * Gamers, prize pools and platform fees never owe; a game owes at most its credit limit, once its
 * account was opened with it; the world outside owes whatever is inside.
 */
export const accountFloors = queryCheck(
  "no account is below its floor, and every floor is the one its type and game call for",
  `SELECT account.id AS account, account.type, account.owner_id AS owner,
     account.balance_minor AS balance, account.floor_minor AS floor,
     game.credit_limit_minor AS credit_limit
   FROM wallet.account
     LEFT JOIN game.game ON game.id = account.game_id AND account.type = 2
   WHERE account.balance_minor < account.floor_minor
     OR (account.type = 1 AND account.floor_minor IS NOT NULL)
     OR (account.type IN (3, 4, 5) AND account.floor_minor IS DISTINCT FROM 0)
     OR (account.type = 2 AND game.id IS NULL)
     OR (account.type = 2 AND game.opened_at IS NOT NULL
       AND account.floor_minor IS DISTINCT FROM -game.credit_limit_minor)`,
);
