import { getColumns, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { refusedJoin } from "./tables.ts";

/** A join whose charge was refused, by the id of its request. */
export interface RefusedJoinRow extends Omit<typeof refusedJoin.$inferSelect, "createdAt"> {}

const { createdAt: _, ...REFUSED } = getColumns(refusedJoin);

const byRequest = prepared((db) =>
  db
    .select(REFUSED)
    .from(refusedJoin)
    .where(oneOf(refusedJoin.id, sql.placeholder("ids"))),
);

/** Refused joins by their requests. */
export async function findRefusedJoins(
  db: Queryable,
  requestIds: readonly string[],
): Promise<RefusedJoinRow[]> {
  return await byRequest(db, { ids: arrayOf(refusedJoin.id, requestIds) });
}

/** Why an entry's charge was refused. */
export interface ChargeRefusal {
  entryId: string;
  reason: string;
  message: string;
}

/**
 * Removes pending entries and records why. Returns the tournaments whose seats became free, one
 * per seat. An entry goes only while it is marked as pending; a paid one cannot go at all.
 */
export async function refusePending(tx: Tx, refusals: readonly ChargeRefusal[]): Promise<string[]> {
  // Written, because it uses one array twice.
  const { rows } = await tx.$client.query<{ tournamentId: string }>({
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
      RETURNING gone.tournament_id AS "tournamentId"`,
    values: [
      refusals.map((refusal) => refusal.entryId),
      refusals.map((refusal) => refusal.reason),
      refusals.map((refusal) => refusal.message),
    ],
  });
  return rows.map((row) => row.tournamentId);
}
