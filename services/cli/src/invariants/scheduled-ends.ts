import { queryCheck } from "./check.ts";

/**
 * Without a settlement, or a message that asks for one, nobody would ever come back to a tournament. One that
 * is due and has not begun turns into a refund when it finds the tournament cancelled; a worker that
 * cancels for want of entries leaves it so for a moment.
 */
export const scheduledEnds = queryCheck(
  "every published tournament will be settled, and every canceled tournament with fees will be refunded",
  `SELECT tournament.id AS tournament, tournament.status, tournament.ends_at,
     settlement.kind AS settlement_kind
   FROM tournament.tournament
     LEFT JOIN settlement.settlement ON settlement.tournament_id = tournament.id
   WHERE NOT EXISTS (
       SELECT FROM tournament.outbox
       WHERE dead_at IS NULL AND payload ->> 'tournamentId' = tournament.id::text)
     AND CASE tournament.status
       WHEN 'published' THEN settlement.tournament_id IS NULL
       WHEN 'settling' THEN settlement.tournament_id IS NULL
       WHEN 'cancelled' THEN settlement.kind IS DISTINCT FROM 'refund'
         AND (settlement.state = 'scheduled' AND settlement.due_at <= now() + coalesce((
           SELECT ahead FROM tournament.test_clock
           WHERE tournament.test AND test_clock.game_id = tournament.game_id), interval '0')) IS NOT TRUE AND EXISTS (
         SELECT FROM wallet.account
         WHERE type = 'prize_pool' AND owner_id = tournament.id AND balance_minor > 0)
       ELSE false
     END`,
);
