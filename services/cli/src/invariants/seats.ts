import { queryCheck } from "./check.ts";

/** Counts the entries: a registration keeps their number for speed. */
export const seats = queryCheck(
  "every tournament's taken seats equal its entries and do not exceed its limit",
  `SELECT registration.tournament_id AS tournament, registration.seats_taken, count(entry.id) AS entries,
     registration.max_entries
   FROM entry.registration LEFT JOIN entry.entry
     ON entry.tournament_id = registration.tournament_id
   GROUP BY registration.tournament_id
   HAVING count(entry.id) <> registration.seats_taken OR count(entry.id) > registration.max_entries`,
);
