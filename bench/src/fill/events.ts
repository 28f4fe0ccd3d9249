import type pg from "pg";
import { newId } from "@tms/kit/values/ids";

// Of one statement, so that none takes long.
const AT_ONCE = 50_000;

/**
 * Fills the log of an environment until it has as many events, those of joins, each as long as a real
 * one. They are written past the services: nothing else of them is there.
 */
export async function fillLog(db: pg.Pool, gameId: string, count: number): Promise<void> {
  const tournamentId = newId();
  const client = await db.connect();
  try {
    await client.query(`INSERT INTO events.event_head VALUES ($1) ON CONFLICT DO NOTHING`, [
      gameId,
    ]);
    for (let last = 0; last < count;) last = await addEvents(client, gameId, tournamentId, count);
  } finally {
    client.release();
  }
}

/** Adds some events, unless there are enough; returns how many there are. */
async function addEvents(
  client: pg.PoolClient,
  gameId: string,
  tournamentId: string,
  count: number,
): Promise<number> {
  await client.query("BEGIN");
  // What happens in the environment meanwhile is taken in before or after.
  const { rows } = await client.query<{ last: number }>(
    `SELECT last_sequence::int AS last FROM events.event_head WHERE game_id = $1 FOR UPDATE`,
    [gameId],
  );
  const last = rows[0]?.last ?? 0;
  const next = Math.max(last, Math.min(last + AT_ONCE, count));
  await client.query(JOINS, [gameId, tournamentId, last + 1, next]);
  await client.query(`UPDATE events.event_head SET last_sequence = $2 WHERE game_id = $1`, [
    gameId,
    next,
  ]);
  await client.query("COMMIT");
  return next;
}

const JOINS = `
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
  FROM (SELECT n, uuidv7() AS id FROM generate_series($3::bigint, $4::bigint) AS n) AS numbered`;
