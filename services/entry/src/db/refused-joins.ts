import type { Queryable, Tx } from "@tms/kit/database/handle";
import { arrayLiteral } from "@tms/kit/database/array-literal";

/** A join that was refused after it had taken a seat, by the id of its request. */
export interface RefusedJoinRow {
  id: string;
  entry_id: string;
  tournament_id: string;
  gamer_id: string;
  reason: string;
  message: string;
}

/** Reads refused joins by request. */
export async function findRefusedRequests(
  db: Queryable,
  requestIds: readonly string[],
): Promise<RefusedJoinRow[]> {
  const { rows } = await db.$client.query<RefusedJoinRow>({
    name: "find-refused-requests",
    text: `SELECT id, entry_id, tournament_id, gamer_id, reason, message FROM refused_join
      WHERE id = ANY($1::uuid[])`,
    values: [arrayLiteral(requestIds)],
  });
  return rows;
}

/** Why an entry's fee was refused. */
export interface Refusal {
  id: string;
  reason: string;
  message: string;
}

/**
 * Removes pending entries and records why. Returns the tournaments whose seats became free, one
 * per seat. The entry goes while it is still marked as pending; a paid one cannot go at all.
 */
export async function refusePending(tx: Tx, refusals: readonly Refusal[]): Promise<string[]> {
  const { rows } = await tx.$client.query<{ tournament_id: string }>({
    name: "refuse-pending",
    text: `WITH gone AS (
        DELETE FROM entry USING pending_join AS pending
        WHERE entry.id = ANY($1::uuid[])
          AND pending.tournament_id = entry.tournament_id AND pending.entry_id = entry.id
        RETURNING entry.id, entry.request_id, entry.tournament_id, entry.gamer_id
      ), noted AS (
        INSERT INTO refused_join (id, entry_id, tournament_id, gamer_id, reason, message)
        SELECT gone.request_id, gone.id, gone.tournament_id, gone.gamer_id, why.reason, why.message
        FROM gone JOIN unnest($1::uuid[], $2::text[], $3::text[]) AS why (id, reason, message)
          ON why.id = gone.id
      )
      DELETE FROM pending_join USING gone
      WHERE pending_join.tournament_id = gone.tournament_id AND pending_join.entry_id = gone.id
      RETURNING gone.tournament_id`,
    values: [
      refusals.map((r) => r.id),
      refusals.map((r) => r.reason),
      refusals.map((r) => r.message),
    ],
  });
  return rows.map((row) => row.tournament_id);
}
