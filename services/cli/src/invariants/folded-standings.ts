import { queryCheck } from "./check.ts";

/**
 * Folds every gamer's attempts anew and writes down the place that follows, by other means than the
 * service does: numbers are turned so that less is better and compared as lists, an attempt is asked
 * whether it changed the result by counting those before it that are as good, and a sign becomes an
 * order of bytes by turning its bit.
 */
export const foldedStandings = queryCheck(
  "every standing is what its gamer's attempts come to, and its place is where that stands",
  `SELECT * FROM (
     SELECT entry.tournament_id AS tournament, entry.gamer_id AS gamer,
       CASE
         WHEN standing.entry_id <> entry.id OR standing.joined_at <> entry.joined_at
           THEN 'a standing of another entry'
         WHEN folded.result IS DISTINCT FROM
           CASE WHEN standing.score IS NOT NULL THEN ARRAY[standing.score] || standing.tie_breaks END
           THEN 'not the result of its attempts'
         WHEN coalesce(standing.best, '{}') <> folded.best THEN 'not the best of its attempts'
         WHEN (standing.reached_sequence, standing.reached_at)
           IS DISTINCT FROM (folded.reached_sequence, folded.reached_at)
           THEN 'not reached by the attempt that changed it last'
         WHEN standing.place IS DISTINCT FROM placed.place THEN 'not at its place'
       END AS fault,
       standing.score, standing.tie_breaks, folded.result, standing.reached_sequence,
       folded.reached_sequence AS changed_last_by, standing.place, placed.place AS belongs_at
     FROM entry.board
       JOIN entry.entry USING (tournament_id)
       LEFT JOIN entry.standing USING (tournament_id, gamer_id)
       CROSS JOIN LATERAL (
         SELECT ARRAY(SELECT jsonb_array_elements_text(
             jsonb_build_array(board.scoring -> 'direction') || (board.scoring -> 'tieBreaks'))
           ) AS directions,
           board.scoring ->> 'operator' = 'last' AS only_last,
           CASE board.scoring ->> 'operator'
             WHEN 'sum' THEN (board.scoring ->> 'counted')::bigint ELSE 1 END AS adds_up
       ) AS terms
       CROSS JOIN LATERAL (
         WITH counted AS MATERIALIZED (
           SELECT sequence, created_at, given.numbers, given.turned,
             row_number() OVER by_sequence - 1 AS before,
             lag(given.numbers) OVER by_sequence AS previous
           FROM entry.attempt
             CROSS JOIN LATERAL (
               SELECT array_agg(number ORDER BY n) AS numbers,
                 array_agg(CASE direction WHEN 'lower' THEN number ELSE -number END ORDER BY n) AS turned
               FROM unnest(ARRAY[attempt.score] || attempt.tie_breaks, terms.directions)
                 WITH ORDINALITY AS part (number, direction, n)
             ) AS given
           WHERE attempt.tournament_id = entry.tournament_id AND attempt.gamer_id = entry.gamer_id
             AND attempt.state = 'counted'
           WINDOW by_sequence AS (ORDER BY sequence)
         ), best AS (
           SELECT numbers, turned, row_number() OVER (ORDER BY turned) AS position FROM (
             SELECT numbers, turned FROM counted
             ORDER BY CASE WHEN terms.only_last THEN ARRAY[-sequence] ELSE turned END
             LIMIT terms.adds_up
           ) AS added
         ), changed_last AS (
           SELECT sequence, created_at
           FROM (SELECT * FROM counted ORDER BY sequence DESC OFFSET 0) AS latest
           WHERE CASE
             WHEN terms.only_last THEN previous IS DISTINCT FROM numbers
             WHEN before < coalesce(terms.adds_up, before + 1) THEN before = 0 OR 0 <> ANY(numbers)
             ELSE terms.adds_up > (
               SELECT count(*) FROM (
                 SELECT FROM counted AS earlier
                 WHERE earlier.sequence < latest.sequence AND earlier.turned <= latest.turned
                 LIMIT terms.adds_up
               ) AS as_good)
           END
           LIMIT 1
         )
         SELECT
           (SELECT array_agg(total ORDER BY n) FROM (
             SELECT n, sum(number)::bigint AS total
             FROM best CROSS JOIN unnest(best.numbers) WITH ORDINALITY AS part (number, n) GROUP BY n
           ) AS totals) AS result,
           CASE WHEN board.scoring ->> 'counted' IS NULL THEN '{}' ELSE ARRAY(
             SELECT number
             FROM best CROSS JOIN unnest(best.numbers) WITH ORDINALITY AS part (number, n)
             ORDER BY position, n
           ) END AS best,
           (SELECT sequence FROM changed_last) AS reached_sequence,
           (SELECT created_at FROM changed_last) AS reached_at
       ) AS folded
       CROSS JOIN LATERAL (
         SELECT CASE
           WHEN entry.disqualified THEN NULL
           WHEN entry.exit_number IS NOT NULL
             THEN '\\x04'::bytea || int4send(1000000000 - entry.exit_number)
           WHEN entry.placement IS NOT NULL THEN '\\x01'::bytea || int4send(entry.placement)
           WHEN folded.result IS NOT NULL THEN '\\x02'::bytea || (
             SELECT string_agg(int8send(
                 CASE direction WHEN 'higher' THEN -number ELSE number END
                 # (-9223372036854775808)::bigint), '' ORDER BY n)
             FROM unnest(
                 CASE board.scoring ->> 'ties'
                   WHEN 'earliest' THEN folded.result || folded.reached_sequence ELSE folded.result END,
                 terms.directions
               ) WITH ORDINALITY AS part (number, direction, n))
         END AS place
       ) AS placed
     UNION ALL
     SELECT lone.tournament_id, lone.gamer_id, 'of somebody who is not entered',
       NULL, NULL, NULL, NULL, NULL, NULL, NULL
     FROM (
       SELECT tournament_id, gamer_id, entry_id FROM entry.standing
       UNION SELECT tournament_id, gamer_id, entry_id FROM entry.attempt
     ) AS lone
       LEFT JOIN entry.entry ON entry.id = lone.entry_id AND entry.gamer_id = lone.gamer_id
         AND entry.tournament_id = lone.tournament_id
     WHERE entry.id IS NULL
   ) AS examined
   WHERE fault IS NOT NULL`,
);
