import type pg from "pg";
import type { ServiceName } from "./services.ts";

// Services that have something to tell another one keep it in a table `outbox`, all of one shape.
const SERVICES_WITH_OUTBOX = [
  "tournament",
  "identity",
  "events",
] as const satisfies readonly ServiceName[];

/** A message that was given up, or is later than a healthy relay would ever be. */
export interface StuckMessage {
  id: string;
  /** Whose outbox it is in. */
  service: ServiceName;
  topic: string;
  /** The tournament or game that it is about; a mail to a person names neither. */
  about: string | null;
  attempts: number;
  created_at: Date;
  dead_at: Date | null;
  last_error: string | null;
}

// A relay comes by twice a second and pauses for at most a minute after a failure.
const OVERDUE_S = 120;

/** Messages of every outbox, dead ones first, then the longest waiting. */
export async function stuckMessages(client: pg.ClientBase): Promise<StuckMessage[]> {
  const outboxes = SERVICES_WITH_OUTBOX.map(
    (service) =>
      `SELECT id, '${service}' AS service, topic,
         coalesce('tournament ' || (payload ->> 'tournamentId'), 'game ' || (payload ->> 'gameId')) AS about,
         attempts, created_at, dead_at, last_error
       FROM ${service}.outbox
       WHERE dead_at IS NOT NULL OR created_at < now() - make_interval(secs => $1)`,
  );
  const { rows } = await client.query<StuckMessage>(
    `SELECT * FROM (${outboxes.join(" UNION ALL ")}) AS stuck
     ORDER BY dead_at IS NULL, created_at LIMIT 1000`,
    [OVERDUE_S],
  );
  return rows;
}

/** Has a message delivered again, at once and with all its attempts; returns whose it is, if there is one. */
export async function retryMessage(
  client: pg.ClientBase,
  id: string,
): Promise<ServiceName | undefined> {
  for (const service of SERVICES_WITH_OUTBOX) {
    const { rowCount } = await client.query(
      `UPDATE ${service}.outbox SET dead_at = NULL, attempts = 0, due_at = now() WHERE id = $1`,
      [id],
    );
    if (rowCount === 1) return service;
  }
  return undefined;
}
