import { queryCheck } from "./check.ts";

/**
 * What a join is charged and how long it is let in is read from the registration, which copied it from the
 * tournament once. Terms are fixed by then, so the copy stays right. A registration without terms is one
 * that was closed before anybody needed it.
 */
export const copiedRegistrations = queryCheck(
  "every registration has the game, currency, fee, payer, seats and times of its tournament",
  `SELECT registration.tournament_id AS tournament, tournament.status, registration.fee_minor AS fee,
     tournament.entry_fee_minor AS tournament_fee, registration.payer, tournament.payer AS tournament_payer,
     registration.max_entries, tournament.max_entries AS tournament_max_entries,
     registration.ends_at, tournament.ends_at AS tournament_ends_at
   FROM entry.registration LEFT JOIN tournament.tournament ON tournament.id = registration.tournament_id
   WHERE (registration.closed_at IS NULL OR registration.currency <> '' OR registration.seats_taken > 0)
     AND (registration.game_id, registration.currency, registration.fee_minor,
       registration.payer, registration.max_entries, registration.registration_closes_at, registration.ends_at)
     IS DISTINCT FROM (tournament.game_id, tournament.currency, tournament.entry_fee_minor,
       tournament.payer, tournament.max_entries,
       coalesce(tournament.registration_closes_at, tournament.ends_at), tournament.ends_at)`,
);
