import { queryCheck } from "./check.ts";

/** An attempt counts once, in its time, in the order of its board. */
export const recordedAttempts = queryCheck(
  "every attempt has its own sequence, is between start and end, and is within the limit of attempts",
  `SELECT * FROM (
     SELECT attempt.tournament_id AS tournament, attempt.id AS attempt, attempt.sequence,
       CASE
         WHEN board.tournament_id IS NULL THEN 'recorded without a board'
         WHEN attempt.created_at < board.starts_at THEN 'recorded before the start'
         WHEN attempt.created_at >= board.ends_at THEN 'recorded after the end'
         WHEN attempt.created_at > board.closed_at THEN 'recorded on a closed board'
         WHEN attempt.sequence > board.sequence THEN 'recorded after the last sequence'
         WHEN attempt.sequence = lag(attempt.sequence) OVER in_order
           THEN 'recorded with the sequence of another attempt'
         WHEN attempt.created_at < lag(attempt.created_at) OVER in_order
           THEN 'recorded before an attempt with a lower sequence'
         WHEN count(*) OVER (PARTITION BY attempt.tournament_id, attempt.gamer_id, attempt.name) > 1
           AND attempt.name IS NOT NULL THEN 'recorded with the name of another attempt'
       END AS fault
     FROM entry.attempt LEFT JOIN entry.board USING (tournament_id)
     WINDOW in_order AS (PARTITION BY attempt.tournament_id ORDER BY attempt.sequence)
     UNION ALL
     SELECT standing.tournament_id, standing.gamer_id, standing.attempts,
       CASE
         WHEN standing.attempts > (board.scoring ->> 'attempts')::integer THEN 'more attempts than allowed'
         ELSE 'wrong number of attempts'
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
