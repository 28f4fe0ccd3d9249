import type { Queryable } from "@tms/kit/database/handle";
import { matches } from "./matching.ts";

/** An event that is to be sent now. */
export interface DueEvent {
  sequence: bigint;
  eventId: string;
  type: string;
  /** Null when the event was deleted for its age. */
  body: string | null;
  /** Before this one: all of them, and those since it began or was asked for again. */
  attempts: number;
  tries: number;
  replay: boolean;
  /** Since when it is due again; null for one that is due anew. */
  dueAt: Date | null;
}

/** How much a turn reads at most. */
export interface PieceSize {
  events: number;
  bytes: number;
}
export const PIECE: PieceSize = { events: 200, bytes: 524_288 };
/** The size for an endpoint that has not taken an event yet. Requests that hang keep all of it in memory. */
export const TRIAL: PieceSize = { events: 8, bytes: 65_536 };
/** The size of a single attempt. */
export const PROBE: PieceSize = { events: 1, bytes: 1 };

// With filters that hardly anything fits, a turn goes on from here the next time.
const MOST_LOOKED_THROUGH = 10_000n;

/** Cuts a query's rows where their bodies have come to the bytes of a piece. */
const weighed = (rows: string, order: string, { bytes }: PieceSize): string =>
  `SELECT * FROM (
    SELECT page.*, count(*) OVER ()::int AS found,
      sum(coalesce(octet_length(body), 0)) OVER (ORDER BY ${order})
        - coalesce(octet_length(body), 0) AS bytes_before
    FROM (${rows}) AS page
  ) AS weighed WHERE bytes_before < ${bytes} ORDER BY ${order}`;

/**
 * Lists what of an endpoint is due again, the longest overdue first. A probe is an event that was asked
 * for, or else the one with the most attempts: it has all its attempts in time, however many wait.
 */
export async function listDueRetries(
  db: Queryable,
  { endpointId, gameId }: { endpointId: string; gameId: string },
  size: PieceSize,
): Promise<DueEvent[]> {
  const isProbe = size === PROBE;
  const { rows } = await db.$client.query<DueEvent>({
    name: `due-again-${size.events}`,
    text: weighed(
      `SELECT r.sequence, r.event_id AS "eventId", r.event_type AS type, event.body, r.attempts,
         r.tries, r.replay, r.next_attempt_at AS "dueAt"
       FROM delivery r LEFT JOIN event ON event.game_id = $2 AND event.sequence = r.sequence
       WHERE r.endpoint_id = $1 AND r.state = 'retrying' AND r.next_attempt_at <= now()
       ORDER BY ${isProbe ? "r.replay DESC, r.tries DESC, r.next_attempt_at" : "r.next_attempt_at, r.sequence"}
       LIMIT ${size.events}`,
      `"dueAt", sequence`,
      size,
    ),
    values: [endpointId, gameId],
  });
  return rows;
}

/** New events for an endpoint, and up to where the log was looked through for them. */
export interface NewPiece {
  events: DueEvent[];
  through: bigint;
}

/** The next events after an endpoint's position that it wants. */
export async function listNewEvents(
  db: Queryable,
  endpoint: { gameId: string; events: readonly string[]; position: bigint; lastSequence: bigint },
  size: PieceSize,
): Promise<NewPiece> {
  const { gameId, events: wanted, position, lastSequence } = endpoint;
  if (lastSequence <= position) return { events: [], through: position };
  const end = position + MOST_LOOKED_THROUGH;
  const through = end < lastSequence ? end : lastSequence;
  const { rows } = await db.$client.query<DueEvent & { found: number }>({
    name: `due-anew-${size.events}`,
    text: weighed(
      `SELECT event.sequence, event.id AS "eventId", event.type, event.body, 0 AS attempts,
         0 AS tries, false AS replay, NULL::timestamptz AS "dueAt"
       FROM event
       WHERE event.game_id = $1 AND event.sequence > $2 AND event.sequence <= $3
         AND event.type <> 'webhook.test' AND ${matches("$4")}
       ORDER BY event.sequence LIMIT ${size.events}`,
      "sequence",
      size,
    ),
    values: [gameId, position, through, wanted],
  });
  const isCut = rows.length === size.events || rows.length < (rows[0]?.found ?? 0);
  return { events: rows, through: isCut ? (rows.at(-1)?.sequence ?? through) : through };
}
