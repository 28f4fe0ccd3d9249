import type pg from "pg";

/** A message that was given up, or is later than a healthy relay would ever be. */
export interface StuckMessage {
  id: string;
  topic: string;
  about: string | null;
  attempts: number;
  created_at: Date;
  dead_at: Date | null;
  last_error: string | null;
}

// A relay comes by twice a second and pauses for at most a minute after a failure.
const OVERDUE_S = 120;

/** Messages of the one outbox there is, dead ones first, then the longest waiting. */
export async function stuckMessages(client: pg.ClientBase): Promise<StuckMessage[]> {
  const { rows } = await client.query<StuckMessage>(
    `SELECT id, topic, payload ->> 'tournamentId' AS about, attempts, created_at, dead_at, last_error
     FROM tournament.outbox
     WHERE dead_at IS NOT NULL OR created_at < now() - make_interval(secs => $1)
     ORDER BY dead_at IS NULL, created_at LIMIT 1000`,
    [OVERDUE_S],
  );
  return rows;
}

/** Has a message delivered again, at once and with all its attempts; false when there is none. */
export async function retryMessage(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE tournament.outbox SET dead_at = NULL, attempts = 0, due_at = now() WHERE id = $1`,
    [id],
  );
  return rowCount === 1;
}
