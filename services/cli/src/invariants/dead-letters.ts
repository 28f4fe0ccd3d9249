import { queryCheck } from "./check.ts";

/** Work that was given up waits for an operator: `tms outbox` and `tms settlement retry`. */
export const deadLetters = queryCheck(
  "no message, mail or settlement is dead",
  `SELECT 'message' AS what, id, topic AS about, dead_at, last_error FROM tournament.outbox
   WHERE dead_at IS NOT NULL
   UNION ALL
   SELECT 'mail', id, topic, dead_at, last_error FROM identity.outbox WHERE dead_at IS NOT NULL
   UNION ALL
   SELECT 'mail', id, topic, dead_at, last_error FROM events.outbox WHERE dead_at IS NOT NULL
   UNION ALL
   SELECT 'settlement', tournament_id, 'tournament', dead_at, last_error FROM settlement.settlement
   WHERE dead_at IS NOT NULL`,
);
