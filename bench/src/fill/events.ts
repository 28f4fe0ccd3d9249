import { newId } from "@tms/kit/values/ids";
import type pg from "pg";

// A larger statement would hold its locks for long.
const EVENTS_PER_STATEMENT = 50_000;

/** Adds events to the log of an environment without the services; returns its last sequence. */
export async function addEvents(db: pg.Pool, gameId: string, count: number): Promise<number> {
  const tournamentId = newId();
  await db.query(`INSERT INTO events.event_head VALUES ($1) ON CONFLICT DO NOTHING`, [gameId]);
  let last = 0;
  for (let left = count; left > 0; left -= EVENTS_PER_STATEMENT) {
    const values = [gameId, tournamentId, Math.min(left, EVENTS_PER_STATEMENT)];
    const { rows } = await db.query<{ last: number }>(ADD_JOINS, values);
    last = rows[0]?.last ?? Number.NaN;
  }
  return last;
}

// The update locks the head, so no other event gets the same sequence.
const ADD_JOINS = `
  WITH head AS (
    UPDATE events.event_head SET last_sequence = last_sequence + $3::int WHERE game_id = $1
    RETURNING last_sequence
  ), added AS (
    INSERT INTO events.event (game_id, sequence, id, type, tournament_id, body, audited)
    SELECT $1::uuid, n, id, 'entry.joined', $2::uuid, jsonb_build_object(
        'id', id, 'sequence', n, 'type', 'entry.joined', 'timestamp', '2030-05-01T18:00:03.120Z',
        'game', $1::uuid, 'test', false,
        'actor', jsonb_build_object('type', 'api_key', 'id', $2::uuid), 'requestId', id,
        'data', jsonb_build_object(
          'entry', jsonb_build_object('id', id, 'tournament', $2::uuid, 'gamer', id,
            'gamerHandle', 'gamer-' || n, 'entryFee', 2.5, 'joinedAt', '2030-05-01T18:00:03.120Z',
            'eliminated', false, 'eliminatedAt', null, 'rank', null, 'provisional', true,
            'createdAt', '2030-05-01T18:00:03.120Z', 'updatedAt', '2030-05-01T18:00:03.120Z'),
          'transaction', jsonb_build_object('id', id, 'amount', -2.5, 'payer', 'wallet')))::text,
      false
    FROM (SELECT n, uuidv7() AS id
          FROM head, generate_series(last_sequence - $3::int + 1, last_sequence) AS n) AS numbered
  )
  SELECT last_sequence::int AS last FROM head`;
