import { queryCheck } from "./check.ts";

/** Seats are a counter kept for speed; here they are counted. */
export const seats = queryCheck(
  "every tournament's taken seats are its entries, and no more than it has",
  `SELECT book.tournament_id AS tournament, book.seats_taken, count(entry.id) AS entries,
     book.max_entries
   FROM entry.book LEFT JOIN entry.entry
     ON entry.tournament_id = book.tournament_id
   GROUP BY book.tournament_id
   HAVING count(entry.id) <> book.seats_taken OR count(entry.id) > book.max_entries`,
);
