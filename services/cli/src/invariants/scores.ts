import { queryCheck } from "./check.ts";

/** A rank is the sum of the better strata and a count within one: a wrong count is a wrong rank. */
export const countedStrata = queryCheck(
  "every stratum of a board counts the entries that stand in it, each entry stands in one, and the board counts them all",
  `SELECT * FROM (
     SELECT bounded.tournament_id AS tournament, bounded.first, bounded.entries, count(standing.place) AS standing
     FROM (
       SELECT tournament_id, first, entries,
         lead(first) OVER (PARTITION BY tournament_id ORDER BY first) AS next
       FROM entry.stratum
     ) AS bounded
       LEFT JOIN entry.standing ON standing.tournament_id = bounded.tournament_id
         AND standing.place >= bounded.first
         AND (bounded.next IS NULL OR standing.place < bounded.next)
     GROUP BY bounded.tournament_id, bounded.first, bounded.entries
     HAVING bounded.entries <> count(standing.place)
     UNION ALL
     SELECT tournament_id, place, NULL, 1 FROM entry.standing
     WHERE place IS NOT NULL AND NOT EXISTS (
       SELECT FROM entry.stratum
       WHERE stratum.tournament_id = standing.tournament_id AND stratum.first <= standing.place)
     UNION ALL
     SELECT board.tournament_id, NULL, board.listed, count(standing.place)
     FROM entry.board LEFT JOIN entry.standing USING (tournament_id)
     GROUP BY board.tournament_id, board.listed
     HAVING board.listed <> count(standing.place)
   ) AS miscounted`,
);

/** An attempt counts once, in its time, in the order of its board. */
export const recordedAttempts = queryCheck(
  "every attempt came in its tournament's time, with a sequence of its own, and none beyond what a gamer has",
  `SELECT * FROM (
     SELECT attempt.tournament_id AS tournament, attempt.id AS attempt, attempt.sequence,
       CASE
         WHEN board.tournament_id IS NULL THEN 'recorded without a board'
         WHEN attempt.created_at < board.starts_at THEN 'recorded before the start'
         WHEN attempt.created_at >= board.ends_at THEN 'recorded after the end'
         WHEN attempt.created_at > board.closed_at THEN 'recorded on a closed board'
         WHEN attempt.sequence > board.sequence THEN 'recorded beyond the last sequence'
         WHEN count(*) OVER (PARTITION BY attempt.tournament_id, attempt.sequence) > 1
           THEN 'recorded with the sequence of another'
         WHEN count(*) OVER (PARTITION BY attempt.tournament_id, attempt.gamer_id, attempt.name) > 1
           AND attempt.name IS NOT NULL THEN 'recorded under the name of another'
       END AS fault
     FROM entry.attempt LEFT JOIN entry.board USING (tournament_id)
     UNION ALL
     SELECT standing.tournament_id, standing.gamer_id, standing.attempts,
       CASE
         WHEN standing.attempts > (board.scoring ->> 'attempts')::integer THEN 'more attempts than allowed'
         ELSE 'attempts counted wrongly'
       END
     FROM entry.standing JOIN entry.board USING (tournament_id)
       CROSS JOIN LATERAL (
         SELECT count(*) AS used FROM entry.attempt
         WHERE attempt.tournament_id = standing.tournament_id
           AND attempt.gamer_id = standing.gamer_id AND attempt.state <> 'void'
       ) AS recorded
     WHERE standing.attempts <> recorded.used
       OR standing.attempts > (board.scoring ->> 'attempts')::integer
   ) AS examined
   WHERE fault IS NOT NULL`,
);

/**
 * Folds every gamer's attempts anew, by other means than the service does: numbers are turned so that
 * less is better, and lists of numbers compare as results do.
 */
export const foldedStandings = queryCheck(
  "every standing is what its gamer's attempts come to",
  `SELECT standing.tournament_id AS tournament, standing.gamer_id AS gamer, standing.score,
     standing.tie_breaks, folded.result
   FROM entry.standing JOIN entry.board USING (tournament_id)
     CROSS JOIN LATERAL (
       SELECT ARRAY[board.scoring ->> 'direction']
         || ARRAY(SELECT jsonb_array_elements_text(board.scoring -> 'tieBreaks')) AS directions
     ) AS terms
     CROSS JOIN LATERAL (
       SELECT array_agg(total ORDER BY n) AS result FROM (
         SELECT part.n, sum(part.number) AS total
         FROM (
           SELECT ARRAY[attempt.score] || attempt.tie_breaks AS numbers
           FROM entry.attempt
             CROSS JOIN LATERAL (
               SELECT array_agg(
                 CASE given.direction WHEN 'lower' THEN given.number ELSE -given.number END
                 ORDER BY given.n) AS numbers
               FROM unnest(ARRAY[attempt.score] || attempt.tie_breaks, terms.directions)
                 WITH ORDINALITY AS given (number, direction, n)
             ) AS turned
           WHERE attempt.tournament_id = standing.tournament_id
             AND attempt.gamer_id = standing.gamer_id AND attempt.state = 'counted'
           ORDER BY CASE board.scoring ->> 'operator'
             WHEN 'last' THEN ARRAY[-attempt.sequence] ELSE turned.numbers END
           LIMIT CASE board.scoring ->> 'operator'
             WHEN 'sum' THEN (board.scoring ->> 'counted')::bigint ELSE 1 END
         ) AS counted CROSS JOIN unnest(counted.numbers) WITH ORDINALITY AS part (number, n)
         GROUP BY part.n
       ) AS totals
     ) AS folded
   WHERE folded.result IS DISTINCT FROM
     CASE WHEN standing.score IS NOT NULL
       THEN (ARRAY[standing.score] || standing.tie_breaks)::numeric[] END`,
);
