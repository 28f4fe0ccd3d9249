import { queryCheck } from "./check.ts";

/** A rank is the sum of the better strata and a count within one: a wrong count is a wrong rank. */
export const countedStrata = queryCheck(
  "every stratum and every board has the correct number of entries, and every listed entry is in a stratum",
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
