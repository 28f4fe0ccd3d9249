import type { Queryable } from "@tms/kit/database";

const LONGEST_PAUSE_S = 60;

/**
 * Pending entries that are due for recovery. Each is put off with a growing pause, so that
 * replicas share them and one that keeps failing holds up no other.
 */
export async function leaseStale(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `UPDATE entry SET attempts = attempts + 1,
       retry_at = now() + make_interval(secs => least($2, power(2, least(attempts, 10)) * 2))
     WHERE id IN (
       SELECT id FROM entry WHERE state = 1 AND retry_at <= now()
       ORDER BY retry_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [limit, LONGEST_PAUSE_S],
  );
  return rows.map((row) => row.id);
}

/** Pending entries of one tournament. */
export async function findPending(
  db: Queryable,
  tournamentId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM entry WHERE tournament_id = $1 AND state = 1 ORDER BY joined_at LIMIT $2`,
    [tournamentId, limit],
  );
  return rows.map((row) => row.id);
}

/** How many joins of a tournament are under way. */
export async function countPending(db: Queryable, tournamentId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM entry WHERE tournament_id = $1 AND state = 1`,
    [tournamentId],
  );
  return rows[0]?.count ?? 0;
}
