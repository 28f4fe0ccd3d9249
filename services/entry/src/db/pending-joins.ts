import type { Queryable, Tx } from "@tms/kit/database/handle";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { traced } from "@tms/kit/process/fault-points";

/** An entry, named together with its tournament. */
export interface EntryKey {
  id: string;
  tournament_id: string;
}

const keyColumns = (keys: readonly EntryKey[]) => [
  arrayLiteral(keys.map((key) => key.tournament_id)),
  arrayLiteral(keys.map((key) => key.id)),
];

/** Marks entries recorded in the same transaction as pending. */
export async function insertPending(tx: Tx, keys: readonly EntryKey[]): Promise<void> {
  await tx.$client.query({
    name: "insert-pending",
    text: `INSERT INTO pending_join (tournament_id, entry_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])`,
    values: keyColumns(keys),
  });
}

/** Confirms pending entries. Returns the ids of those this call confirmed. */
export async function confirmPending(db: Queryable, keys: readonly EntryKey[]): Promise<string[]> {
  const { rows } = await traced("entry.confirm", () =>
    db.$client.query<{ entry_id: string }>({
      name: "confirm-pending",
      text: `DELETE FROM pending_join
      WHERE (tournament_id, entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
      RETURNING entry_id`,
      values: keyColumns(keys),
    }),
  );
  return rows.map((row) => row.entry_id);
}

const LONGEST_PAUSE_S = 60;

/** Where a sweep through all pending entries begins. */
export const FIRST: EntryKey = {
  tournament_id: "00000000-0000-0000-0000-000000000000",
  id: "00000000-0000-0000-0000-000000000000",
};

/**
 * The next pending entries behind a key, in the order of their keys. Those that are due are leased:
 * put off with a growing pause, so that replicas share them and one that keeps failing holds up no
 * other. Going through the primary key in stretches bounds what is read however many there are; an
 * index on retry_at would do so too, at the price of one more index entry for every join.
 */
export async function leaseStale(
  db: Queryable,
  after: EntryKey,
  limit: number,
): Promise<(EntryKey & { leased: boolean })[]> {
  const { rows } = await traced("entry.lease-pending", () =>
    db.$client.query<EntryKey & { leased: boolean }>({
      name: "lease-stale",
      // Found again by ctid, whatever the plan. A row that changed meanwhile is no longer due.
      text: `WITH stretch AS MATERIALIZED (
        SELECT ctid, tournament_id, entry_id, retry_at <= now() AS due FROM pending_join
        WHERE (tournament_id, entry_id) > ($1, $2) ORDER BY tournament_id, entry_id LIMIT $3
      ), leased AS (
        UPDATE pending_join SET attempts = attempts + 1,
          retry_at = now() + make_interval(secs => least($4, power(2, least(attempts, 10)) * 2))
        WHERE ctid = ANY(ARRAY(SELECT ctid FROM stretch WHERE due)) AND retry_at <= now()
        RETURNING entry_id
      )
      SELECT tournament_id, entry_id AS id, entry_id IN (SELECT entry_id FROM leased) AS leased
      FROM stretch ORDER BY tournament_id, entry_id`,
      values: [after.tournament_id, after.id, limit, LONGEST_PAUSE_S],
    }),
  );
  return rows;
}

/** Pending entries of one tournament. */
export async function findPending(
  db: Queryable,
  tournamentId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.$client.query<{ entry_id: string }>({
    name: "find-pending",
    text: `SELECT entry_id FROM pending_join WHERE tournament_id = $1 ORDER BY entry_id LIMIT $2`,
    values: [tournamentId, limit],
  });
  return rows.map((row) => row.entry_id);
}

/** How many joins of a tournament are under way. */
export async function countPending(db: Queryable, tournamentId: string): Promise<number> {
  const { rows } = await db.$client.query<{ count: number }>({
    name: "count-pending",
    text: `SELECT count(*)::int AS count FROM pending_join WHERE tournament_id = $1`,
    values: [tournamentId],
  });
  return rows[0]?.count ?? 0;
}

/** Those of the tournaments that have joins under way. */
export async function findUnfinished(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.$client.query<{ id: string }>({
    name: "find-unfinished",
    text: `SELECT DISTINCT tournament_id AS id FROM pending_join WHERE tournament_id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows.map((row) => row.id);
}
