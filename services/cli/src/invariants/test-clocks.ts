import { queryCheck } from "./check.ts";

/**
 * Time that is ahead must not reach live: whatever is marked as test belongs to a test environment, all that
 * belongs to one is marked, and clocks are those of test environments alone.
 */
export const testClocks = queryCheck(
  "only test environments have clocks, and all their data is marked as test data",
  `WITH marked AS (
     SELECT 'tournament' AS what, id, game_id, test FROM tournament.tournament
     UNION ALL SELECT 'registration', tournament_id, game_id, test FROM entry.registration
     UNION ALL SELECT 'gamer', id, game_id, test FROM entry.gamer
     UNION ALL SELECT 'settlement', tournament_id, game_id, test FROM settlement.settlement
     UNION ALL SELECT 'clock of tournament', game_id, game_id, true FROM tournament.test_clock
     UNION ALL SELECT 'clock of entry', game_id, game_id, true FROM entry.test_clock
     UNION ALL SELECT 'clock of settlement', game_id, game_id, true FROM settlement.test_clock
   )
   SELECT marked.what, marked.id, marked.game_id AS game, game.mode, marked.test
   FROM marked LEFT JOIN game.game ON game.id = marked.game_id
   WHERE marked.test IS DISTINCT FROM (game.mode = 'test') AND (game.id IS NOT NULL OR marked.test)`,
);
