import { queryCheck } from "./check.ts";

/** Whoever is disqualified has no place, and wins nothing. */
export const disqualifiedEntries = queryCheck(
  "no disqualified entry is paid or listed on a board, and registrations count disqualified entries correctly",
  `SELECT * FROM (
     SELECT entry.tournament_id AS tournament, entry.id AS entry,
       CASE
         WHEN entry.placement IS NOT NULL OR standing.place IS NOT NULL THEN 'disqualified but placed'
         WHEN payout.entry_id IS NOT NULL THEN 'disqualified but paid'
       END AS fault
     FROM entry.entry
       LEFT JOIN entry.standing ON standing.tournament_id = entry.tournament_id
         AND standing.gamer_id = entry.gamer_id
       LEFT JOIN settlement.settlement ON settlement.tournament_id = entry.tournament_id
         AND settlement.kind = 'payout'
       LEFT JOIN settlement.payout ON payout.tournament_id = settlement.tournament_id
         AND payout.entry_id = entry.id
     WHERE entry.disqualified
     UNION ALL
     SELECT registration.tournament_id, NULL, 'wrong number of disqualified entries'
     FROM entry.registration
     WHERE registration.disqualified <> (
       SELECT count(*) FROM entry.entry
       WHERE entry.tournament_id = registration.tournament_id AND entry.disqualified)
   ) AS examined
   WHERE fault IS NOT NULL`,
);

/**
 * Decisions are appended; what they are about is as the latest of them says, and each of them begins
 * where the one before ended.
 */
export const heldDecisions = queryCheck(
  "every entry and every attempt has the state that its latest decision gave it",
  `SELECT * FROM (
     SELECT entry.tournament_id AS tournament, entry.id AS about,
       CASE
         WHEN entry.disqualified IS DISTINCT FROM coalesce(latest.decision = 'disqualify', false)
           THEN 'the entry does not match its latest decision'
       END AS fault
     FROM entry.entry
       LEFT JOIN LATERAL (
         SELECT decision FROM entry.entry_decision WHERE entry_id = entry.id
         ORDER BY entry_decision.id DESC LIMIT 1
       ) AS latest ON true
     WHERE entry.disqualified OR latest.decision IS NOT NULL
     UNION ALL
     SELECT coalesce(attempt.tournament_id, decided.tournament_id), coalesce(attempt.id, attempt_id),
       CASE
         WHEN attempt.id IS NULL THEN 'a decision on an unknown attempt'
         WHEN attempt.tournament_id <> decided.tournament_id THEN 'a decision for another tournament'
         WHEN attempt.state <> decided.state THEN 'the attempt does not match its latest decision'
         WHEN decided.broken THEN 'a decision does not continue from the previous decision'
         WHEN coalesce(decided.first, attempt.state) = 'void' THEN 'the attempt is void without a decision'
         WHEN coalesce(decided.first, attempt.state) = 'counted' AND CASE board.scoring ->> 'direction'
           WHEN 'lower' THEN attempt.score <= (board.scoring ->> 'reviewFrom')::bigint
           ELSE attempt.score >= (board.scoring ->> 'reviewFrom')::bigint END
           THEN 'the attempt counted without the required review'
       END
     FROM (
       SELECT attempt_id, min(tournament_id::text)::uuid AS tournament_id, bool_or(was <> before) AS broken,
         (array_agg(was ORDER BY id))[1] AS first, (array_agg(state ORDER BY id DESC))[1] AS state
       FROM (
         SELECT *, lag(state) OVER (PARTITION BY attempt_id ORDER BY id) AS before
         FROM entry.attempt_decision CROSS JOIN LATERAL (
           SELECT CASE verdict WHEN 'accept' THEN 'counted' WHEN 'hold' THEN 'held' ELSE 'void' END AS state
         ) AS following
       ) AS chained
       GROUP BY attempt_id
     ) AS decided
       FULL JOIN entry.attempt ON attempt.id = decided.attempt_id
       LEFT JOIN entry.board ON board.tournament_id = attempt.tournament_id
   ) AS examined
   WHERE fault IS NOT NULL`,
);
