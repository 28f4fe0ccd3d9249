import { queryCheck } from "./check.ts";

/** Whoever reads a log by its sequences must miss nothing. */
export const gaplessLogs = queryCheck(
  "the event log of every environment has no gaps",
  `SELECT head.game_id AS game, head.forgotten_through, head.last_sequence, count(event.id) AS events
   FROM events.event_head AS head
     LEFT JOIN events.event ON event.game_id = head.game_id
       AND event.sequence > head.forgotten_through
   GROUP BY head.game_id
   HAVING count(event.id) <> head.last_sequence - head.forgotten_through`,
);
