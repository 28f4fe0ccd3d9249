import { queryCheck } from "./check.ts";

/**
 * Folds every gamer's attempts anew and writes down the place that follows, by other means than the
 * service does: numbers are turned so that less is better and compared as lists, an attempt is asked
 * whether it changed the result by counting those before it that are as good, and a sign becomes an
 * order of bytes by turning its bit.
 */
export const foldedStandings = queryCheck(
  "every standing matches the gamer's attempts, and its place matches the standing",
  `SELECT * FROM (
     WITH terms AS MATERIALIZED (
       SELECT tournament_id, scoring ->> 'operator' = 'last' AS only_last,
         scoring ->> 'counted' IS NOT NULL AS lists_best, scoring ->> 'ties' = 'earliest' AS by_time,
         CASE scoring ->> 'operator' WHEN 'sum' THEN (scoring ->> 'counted')::bigint ELSE 1 END AS adds_up,
         ARRAY(SELECT CASE direction WHEN 'lower' THEN 1 ELSE -1 END FROM jsonb_array_elements_text(
           jsonb_build_array(scoring -> 'direction') || (scoring -> 'tieBreaks')) AS direction) AS signs
       FROM entry.board
     )
     SELECT entry.tournament_id AS tournament, entry.gamer_id AS gamer,
       CASE
         WHEN standing.entry_id <> entry.id OR standing.joined_at <> entry.joined_at
           THEN 'the standing belongs to another entry'
         WHEN folded.result IS DISTINCT FROM
           CASE WHEN standing.score IS NOT NULL THEN ARRAY[standing.score] || standing.tie_breaks END
           THEN 'the score does not match the attempts'
         WHEN coalesce(standing.best, '{}') <> coalesce(folded.best, '{}')
           THEN 'the best attempts are wrong'
         WHEN (standing.reached_sequence, standing.reached_at)
           IS DISTINCT FROM (folded.reached_sequence, folded.reached_at)
           THEN 'the last change is not the attempt that changed the score'
         WHEN standing.place IS DISTINCT FROM placed.place THEN 'the place does not match the standing'
       END AS fault,
       standing.score, standing.tie_breaks, folded.result, standing.reached_sequence,
       folded.reached_sequence AS changed_last_by, standing.place, placed.place AS belongs_at
     FROM terms
       JOIN entry.entry USING (tournament_id)
       LEFT JOIN entry.standing USING (tournament_id, gamer_id)
       LEFT JOIN LATERAL (
         WITH counted AS MATERIALIZED (
           SELECT sequence, created_at, given.numbers,
             row_number() OVER by_sequence - 1 AS before,
             lag(given.numbers) OVER by_sequence AS previous
           FROM entry.attempt
             CROSS JOIN LATERAL (
               SELECT array_agg(number * sign ORDER BY n) AS numbers
               FROM unnest(ARRAY[attempt.score] || attempt.tie_breaks, terms.signs)
                 WITH ORDINALITY AS part (number, sign, n)
             ) AS given
           WHERE attempt.tournament_id = entry.tournament_id AND attempt.gamer_id = entry.gamer_id
             AND attempt.state = 'counted'
           WINDOW by_sequence AS (ORDER BY sequence)
         ), added AS (
           SELECT numbers, sequence FROM counted
           ORDER BY CASE WHEN terms.only_last THEN ARRAY[-sequence] ELSE numbers END
           LIMIT terms.adds_up
         )
         SELECT changed_last.sequence AS reached_sequence, changed_last.created_at AS reached_at,
           (SELECT array_agg(total ORDER BY n) FROM (
             SELECT n, (sum(number) * terms.signs[n])::bigint AS total
             FROM added CROSS JOIN unnest(numbers) WITH ORDINALITY AS part (number, n) GROUP BY n
           ) AS totals) AS result,
           CASE WHEN terms.lists_best THEN ARRAY(
             SELECT number * terms.signs[n]
             FROM added CROSS JOIN unnest(numbers) WITH ORDINALITY AS part (number, n)
             ORDER BY numbers, sequence, n
           ) END AS best
         FROM (
           SELECT sequence, created_at
           FROM (SELECT * FROM counted ORDER BY sequence DESC OFFSET 0) AS latest
           WHERE CASE
             WHEN terms.only_last THEN previous IS DISTINCT FROM numbers
             WHEN before < coalesce(terms.adds_up, before + 1) THEN before = 0 OR 0 <> ANY(numbers)
             ELSE terms.adds_up > (
               SELECT count(*) FROM (
                 SELECT FROM counted AS earlier
                 WHERE earlier.sequence < latest.sequence AND earlier.numbers <= latest.numbers
                 LIMIT terms.adds_up
               ) AS as_good)
           END
           LIMIT 1
         ) AS changed_last
       ) AS folded ON true
       CROSS JOIN LATERAL (
         SELECT CASE
           WHEN entry.disqualified THEN NULL
           WHEN entry.exit_number IS NOT NULL
             THEN '\\x04'::bytea || int4send(1000000000 - entry.exit_number)
           WHEN entry.placement IS NOT NULL THEN '\\x01'::bytea || int4send(entry.placement)
           WHEN folded.result IS NOT NULL THEN '\\x02'::bytea || (
             SELECT string_agg(int8send(number * coalesce(sign, 1) # (-9223372036854775808)::bigint), '' ORDER BY n)
             FROM unnest(
                 CASE WHEN by_time THEN folded.result || folded.reached_sequence ELSE folded.result END,
                 terms.signs
               ) WITH ORDINALITY AS part (number, sign, n))
         END AS place
       ) AS placed
     UNION ALL
     SELECT lone.tournament_id, lone.gamer_id, 'the gamer has no entry',
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
