import { queryCheck } from "./check.ts";

/** Whoever is disqualified has no place, and wins nothing. */
export const disqualifiedEntries = queryCheck(
  "nobody disqualified is paid or stands on a board, and registrations count the disqualified",
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
     SELECT registration.tournament_id, NULL, 'the disqualified counted wrongly'
     FROM entry.registration
     WHERE registration.disqualified <> (
       SELECT count(*) FROM entry.entry
       WHERE entry.tournament_id = registration.tournament_id AND entry.disqualified)
   ) AS examined
   WHERE fault IS NOT NULL`,
);

/** Decisions are appended; what they are about is as the latest of them says. */
export const heldDecisions = queryCheck(
  "of every entry and every attempt the latest decision holds",
  `SELECT * FROM (
     SELECT entry.tournament_id AS tournament, entry.id AS about,
       CASE
         WHEN entry.disqualified IS DISTINCT FROM coalesce(latest.decision = 'disqualify', false)
           THEN 'an entry that is not as was decided'
       END AS fault
     FROM entry.entry
       LEFT JOIN LATERAL (
         SELECT decision FROM entry.entry_decision WHERE entry_id = entry.id
         ORDER BY entry_decision.id DESC LIMIT 1
       ) AS latest ON true
     WHERE entry.disqualified OR latest.decision IS NOT NULL
     UNION ALL
     SELECT decided.tournament_id, decided.attempt_id,
       CASE
         WHEN attempt.id IS NULL THEN 'a decision on no attempt'
         WHEN attempt.tournament_id <> decided.tournament_id THEN 'a decision in another tournament'
         WHEN attempt.state <> CASE decided.verdict
           WHEN 'accept' THEN 'counted' WHEN 'hold' THEN 'held' ELSE 'void' END
           THEN 'an attempt that is not as was decided'
       END
     FROM (
       SELECT DISTINCT ON (attempt_id) * FROM entry.attempt_decision ORDER BY attempt_id, id DESC
     ) AS decided
       LEFT JOIN entry.attempt ON attempt.id = decided.attempt_id
   ) AS examined
   WHERE fault IS NOT NULL`,
);
