export const environmentChecks = {
  // Readers of a log continue by sequence, so a gap would hide an event.
  "the event log of every environment has no gaps": `
    SELECT head.game_id AS game, head.forgotten_through, head.last_sequence, count(event.id) AS events
    FROM events.event_head AS head
      LEFT JOIN events.event ON event.game_id = head.game_id
        AND event.sequence > head.forgotten_through
    GROUP BY head.game_id
    HAVING count(event.id) <> head.last_sequence - head.forgotten_through`,
  "every game with members has an owner": `
    SELECT project_id AS project, count(*) AS members FROM game.member
    GROUP BY project_id HAVING count(*) FILTER (WHERE role = 'owner') = 0`,
  // A rolled key that does not refer to its successor has no end time, so it would never stop working.
  "every rolled API key refers to its only successor in the same environment": `
    SELECT key.id AS key, key.replaced_by, successor.id AS successor, successor.game_id AS game
    FROM game.api_key AS key LEFT JOIN game.api_key AS successor ON successor.replaces = key.id
    WHERE (key.replaced_by IS NOT NULL OR successor.id IS NOT NULL)
      AND (key.replaced_by, key.game_id) IS DISTINCT FROM (successor.id, successor.game_id)`,
  // Advanced clocks must not affect live data.
  "only test environments have clocks, and all their data is marked as test data": `
    WITH marked AS (
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
  // `tms outbox retry` and `tms settlement retry` repeat dead work.
  "no message, mail or settlement is dead": `
    SELECT 'message' AS what, id, topic AS about, dead_at, last_error FROM tournament.outbox
    WHERE dead_at IS NOT NULL
    UNION ALL
    SELECT 'mail', id, topic, dead_at, last_error FROM identity.outbox WHERE dead_at IS NOT NULL
    UNION ALL
    SELECT 'mail', id, topic, dead_at, last_error FROM events.outbox WHERE dead_at IS NOT NULL
    UNION ALL
    SELECT 'settlement', tournament_id, 'tournament', dead_at, last_error FROM settlement.settlement
    WHERE dead_at IS NOT NULL`,
};
