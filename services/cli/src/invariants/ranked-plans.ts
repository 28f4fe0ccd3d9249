import { queryCheck } from "./check.ts";

/**
 * Ranks every tournament that was paid out anew, by results and not by places, and divides its pool:
 * what rounding leaves goes to the best rank, and within a rank to whoever joined first.
 */
export const rankedPlans = queryCheck(
  "every payout plan follows the final ranking and the prize split of its tournament",
  `SELECT * FROM (
     WITH paid AS (
       SELECT settlement.tournament_id, settlement.fee_minor, settlement.pool_minor,
         div(settlement.pool_minor * tournament.platform_fee_bps::numeric, 10000) AS fee,
         CASE WHEN cardinality(tournament.prize_split) = 0 THEN '{1}' ELSE tournament.prize_split END
           AS shares
       FROM settlement.settlement
         JOIN tournament.tournament ON tournament.id = settlement.tournament_id
       WHERE settlement.kind = 'payout' AND settlement.state IN ('paying', 'done')
         AND settlement.pool_minor > 0
     ), ranked AS (
       SELECT tournament_id, entry.id AS entry_id,
         rank() OVER (PARTITION BY tournament_id ORDER BY strength) AS rank,
         count(*) OVER (PARTITION BY tournament_id, strength) AS tied,
         row_number() OVER (PARTITION BY tournament_id, strength ORDER BY entry.joined_at, entry.id) AS nth
       FROM paid
         JOIN entry.entry USING (tournament_id)
         LEFT JOIN entry.board USING (tournament_id)
         LEFT JOIN entry.standing USING (tournament_id, gamer_id)
         CROSS JOIN LATERAL (
           SELECT CASE
             WHEN entry.exit_number IS NOT NULL THEN ARRAY[4, -entry.exit_number]
             WHEN entry.placement IS NOT NULL THEN ARRAY[1, entry.placement]
             WHEN standing.score IS NOT NULL THEN ARRAY(
               SELECT 2::numeric UNION ALL (
                 SELECT CASE direction WHEN 'higher' THEN -number ELSE number END
                 FROM unnest(
                     ARRAY[standing.score] || standing.tie_breaks,
                     ARRAY(SELECT jsonb_array_elements_text(
                       jsonb_build_array(board.scoring -> 'direction') || (board.scoring -> 'tieBreaks')))
                   ) WITH ORDINALITY AS part (number, direction, n)
                 ORDER BY n
               )) || CASE board.scoring ->> 'ties' WHEN 'earliest' THEN standing.reached_sequence END
             WHEN board.scoring ->> 'noScore' = 'out' THEN NULL
             ELSE ARRAY[3]
           END::numeric[] AS strength
         ) AS result
       WHERE NOT entry.disqualified AND strength IS NOT NULL
     ), weighed AS (
       SELECT ranked.*, paid.pool_minor - paid.fee AS net,
         (SELECT sum(share) FROM unnest(paid.shares[rank:rank + tied - 1]) AS share) AS weight
       FROM ranked JOIN paid USING (tournament_id)
       WHERE rank <= cardinality(paid.shares)
     ), divided AS (
       SELECT weighed.*, div(net * weight, total) AS amount, total
       FROM weighed JOIN (
         SELECT tournament_id, sum(weight) AS total FROM weighed WHERE nth = 1 GROUP BY tournament_id
       ) AS totals USING (tournament_id)
     ), won AS (
       SELECT divided.*, amount + CASE rank WHEN 1 THEN net - used ELSE 0 END AS whole
       FROM divided JOIN (
         SELECT tournament_id, sum(amount) AS used FROM divided WHERE nth = 1 GROUP BY tournament_id
       ) AS sums USING (tournament_id)
     ), promised AS (
       SELECT tournament_id, entry_id, rank,
         div(whole, tied) + CASE nth WHEN 1 THEN mod(whole, tied) ELSE 0 END AS amount
       FROM won
     )
     SELECT coalesce(promised.tournament_id, planned.tournament_id) AS tournament,
       coalesce(promised.entry_id, planned.entry_id) AS entry, 'the plan has another payout' AS fault,
       promised.rank, promised.amount, planned.rank AS planned_rank, planned.amount_minor AS planned
     FROM (SELECT * FROM promised WHERE amount > 0) AS promised
       FULL JOIN (SELECT payout.* FROM settlement.payout JOIN paid USING (tournament_id)) AS planned
         ON planned.entry_id = promised.entry_id
     WHERE (planned.rank, planned.amount_minor) IS DISTINCT FROM (promised.rank, promised.amount)
     UNION ALL
     SELECT tournament_id, NULL, 'the plan has another platform fee', NULL, fee, NULL, fee_minor FROM paid
     WHERE fee_minor IS DISTINCT FROM fee
     UNION ALL
     SELECT tournament_id, NULL, 'the ranking is not final', NULL, NULL, NULL, NULL
     FROM paid JOIN entry.registration USING (tournament_id)
     WHERE registration.frozen_at IS NULL
   ) AS examined`,
);
