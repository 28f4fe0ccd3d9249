import { queryCheck } from "./check.ts";

/**
 * What a join is charged and how long it is let in is read from the book, which copied it from the
 * tournament once. Terms are fixed by then, so the copy stays right. A book without terms is one
 * that was closed before anybody needed it.
 */
export const copiedBooks = queryCheck(
  "every entry book says what its tournament says: game, currency, fee, payer, seats and times",
  `SELECT book.tournament_id AS tournament, tournament.status, book.fee_minor AS fee,
     tournament.entry_fee_minor AS tournament_fee, book.payer, tournament.payer AS tournament_payer,
     book.max_entries, tournament.max_entries AS tournament_max_entries,
     book.ends_at, tournament.ends_at AS tournament_ends_at
   FROM entry.book LEFT JOIN tournament.tournament ON tournament.id = book.tournament_id
   WHERE (book.closed_at IS NULL OR book.currency <> '' OR book.seats_taken > 0)
     AND (book.game_id, book.currency, book.fee_minor, book.payer, book.max_entries,
       book.registration_closes_at, book.ends_at)
     IS DISTINCT FROM (tournament.game_id, tournament.currency, tournament.entry_fee_minor,
       tournament.payer, tournament.max_entries,
       coalesce(tournament.registration_closes_at, tournament.ends_at), tournament.ends_at)`,
);
