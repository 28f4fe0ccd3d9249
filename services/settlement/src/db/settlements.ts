import { and, asc, eq, getColumns, lt, sql, type SQL } from "drizzle-orm";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable } from "@tms/kit/database/handle";
import { first } from "@tms/kit/database/rows-of";
import { LAST_ID } from "@tms/kit/values/ids";
import { toResults, given } from "./given.ts";
import { settlement } from "./tables.ts";

export type SettlementRow = typeof settlement.$inferSelect;

/** A settlement after a change, and the time of the change by the clock of its environment. */
export interface ChangedRow extends SettlementRow {
  changedAt: Date;
}

export type SettlementKey = Pick<SettlementRow, "tournamentId" | "gameId">;

export type TournamentId = Pick<SettlementRow, "tournamentId">;

export type Leased = Pick<SettlementRow, "tournamentId" | "leaseUntil">;

/** SQL: neither done nor dead. The partial indexes have the same text. */
export const IS_OPEN = sql`${settlement.state} <> 'done' AND ${settlement.deadAt} IS NULL`;

/** Reads a settlement. Without a game id, the settlement may belong to any game. */
export function findSettlement(
  db: Queryable,
  { tournamentId, gameId }: TournamentId & Partial<SettlementKey>,
) {
  const isOfGame = gameId === undefined ? undefined : eq(settlement.gameId, gameId);
  return first(
    db
      .select()
      .from(settlement)
      .where(and(eq(settlement.tournamentId, tournamentId), isOfGame)),
  );
}

// Each condition is a constant text, because Postgres uses no partial index for a state in a parameter.
const CONDITIONS = {
  scheduled: sql`${settlement.state} = 'scheduled' AND ${settlement.deadAt} IS NULL`,
  planning: sql`${settlement.state} = 'planning' AND ${settlement.deadAt} IS NULL`,
  paying: sql`${settlement.state} = 'paying' AND ${settlement.deadAt} IS NULL`,
  done: sql`${settlement.state} = 'done'`,
  dead: sql`${settlement.deadAt} IS NOT NULL`,
};

/** Returns a page of settlements, the newest tournament first. Without a state, it includes all states. */
export const listSettlements = async (
  db: Queryable,
  state: keyof typeof CONDITIONS | undefined,
  beforeId: string | undefined,
  limit: number,
) =>
  await db
    .select()
    .from(settlement)
    .where(and(state && CONDITIONS[state], lt(settlement.tournamentId, beforeId ?? LAST_ID)))
    .orderBy(sql`${settlement.tournamentId} DESC`)
    .limit(limit);

/** A settlement that a worker can claim now or soon. */
export interface ComingRow {
  tournamentId: string;
  at: Date;
  /** Milliseconds until `at`, by the clock of Postgres. */
  inMs: number;
}

/**
 * Finds open settlements that a worker can claim within `aheadMs` milliseconds. By then, the settlement is
 * due, and the lease of its previous worker has ended.
 */
export async function findComing(
  db: Queryable,
  aheadMs: number,
  limit: number,
): Promise<ComingRow[]> {
  const freeAt = sql`greatest(${settlement.runAt}, ${settlement.leaseUntil})`;
  const until = sql`now() + make_interval(secs => ${aheadMs}::float8 / 1000)`;
  return await db
    .select({
      tournamentId: settlement.tournamentId,
      at: freeAt.mapWith(settlement.runAt),
      inMs: sql<number>`(extract(epoch FROM ${freeAt} - clock_timestamp()) * 1000)::float8`,
    })
    .from(settlement)
    .where(and(IS_OPEN, sql`${settlement.runAt} <= ${until}`, sql`${freeAt} <= ${until}`))
    .orderBy(asc(settlement.runAt))
    .limit(limit);
}

const CHANGED = sql.join(
  Object.entries({ ...getColumns(settlement), changedAt: gameTime("settlement") }).map(
    ([key, value]) => sql`${value} AS ${sql.identifier(key)}`,
  ),
  sql`, `,
);

/**
 * SQL: the end of a lease that starts now. If a worker does not renew its lease until then, another worker
 * claims the settlement.
 */
export const LEASE_END = sql`now() + interval '15 seconds'`;
const RESET_FAILURES = sql`failures = 0, defects = 0, last_error = NULL`;
// True if the caller is still the worker of the settlement.
const IS_HELD = sql`${IS_OPEN} AND ${settlement.leaseUntil} = given.lease_until`;

/** The condition and the new values of a write. Both can refer to the input as `given`. */
interface Change {
  where: SQL;
  set: SQL;
}

/**
 * Changes settlements. Returns the changed row of each input by position, or undefined if the settlement
 * does not meet the condition. Rows are locked in the order of their ids, so that workers do not deadlock.
 */
async function changeEach<K extends keyof SettlementRow>(
  db: Queryable,
  keys: readonly K[],
  inputs: readonly Readonly<Pick<SettlementRow, "tournamentId" | K>>[],
  { where, set }: Change,
): Promise<(ChangedRow | undefined)[]> {
  const { rows } = await db.execute<ChangedRow & Record<string, unknown>>(sql`
    WITH locked AS (
      SELECT given.* FROM settlement JOIN ${given(["tournamentId", ...keys], inputs)}
        USING (tournament_id)
      WHERE ${where} ORDER BY settlement.tournament_id FOR NO KEY UPDATE OF settlement)
    UPDATE settlement SET ${set} FROM locked AS given
    WHERE ${settlement.tournamentId} = given.tournament_id
    RETURNING ${CHANGED}`);
  return toResults(inputs, rows);
}

/** Leases settlements that are due and that no worker has. */
export const claim = (db: Queryable, settlements: readonly TournamentId[]) =>
  changeEach(db, [], settlements, {
    where: sql`${IS_OPEN} AND ${settlement.runAt} <= now()
      AND (${settlement.leaseUntil} IS NULL OR ${settlement.leaseUntil} <= now())`,
    set: sql`lease_until = ${LEASE_END}`,
  });

export const renewLease = (db: Queryable, settlements: readonly Leased[]) =>
  changeEach(db, ["leaseUntil"], settlements, {
    where: IS_HELD,
    set: sql`lease_until = ${LEASE_END}`,
  });

type Beginning = TournamentId & Pick<SettlementRow, "kind" | "currency" | "poolMinor">;

/** Moves settlements from scheduled to planning, with the balances of their closed pools. */
export const begin = (db: Queryable, beginnings: readonly Beginning[]) =>
  changeEach(db, ["kind", "currency", "poolMinor"], beginnings, {
    where: sql`${settlement.state} = 'scheduled'`,
    set: sql`state = 'planning', kind = given.kind, currency = given.currency,
      pool_minor = given.pool_minor, lease_until = ${LEASE_END}, ${RESET_FAILURES}`,
  });

type Plan = Leased & Pick<SettlementRow, "feeMinor" | "entries" | "payouts">;

/**
 * Moves settlements from planning to paying, with the totals of their plans. The caller must have the lease.
 * Otherwise, another worker may still be storing its plan.
 */
export const plan = (db: Queryable, plans: readonly Plan[]) =>
  changeEach(db, ["leaseUntil", "feeMinor", "entries", "payouts"], plans, {
    where: sql`${settlement.state} = 'planning' AND ${settlement.leaseUntil} = given.lease_until`,
    set: sql`state = 'paying', fee_minor = given.fee_minor, entries = given.entries,
      payouts = given.payouts, lease_until = ${LEASE_END}, ${RESET_FAILURES}`,
  });

/** Moves settlements from paying to done. */
export const finish = (db: Queryable, settlements: readonly TournamentId[]) =>
  changeEach(db, [], settlements, {
    where: sql`${settlement.state} = 'paying'`,
    set: sql`state = 'done', finished_at = ${gameTime("settlement")}, lease_until = NULL,
      ${RESET_FAILURES}`,
  });

/** A failed attempt, and the pause until the next one. If `isDead` is true, there is no next one. */
interface Failure extends Leased {
  error: string;
  defects: number;
  pauseMs: number;
  isDead: boolean;
}

/** Records a failed attempt. Returns undefined if the worker has lost its lease. */
export const recordFailure = (db: Queryable, failure: Failure) =>
  first(
    changeEach(db, ["leaseUntil"], [failure], {
      where: IS_HELD,
      set: sql`failures = failures + 1, defects = ${failure.defects},
      last_error = left(${failure.error}, 500), lease_until = NULL,
      run_at = now() + make_interval(secs => ${failure.pauseMs}::float8 / 1000),
      dead_at = CASE WHEN ${failure.isDead} THEN now() END`,
    }),
  );

/**
 * Makes a dead settlement due. Returns undefined if the settlement is not dead. A settlement that was
 * planning starts from the beginning, so that it reads the pool again. In this case, the caller must delete
 * its plan.
 */
export const retry = (db: Queryable, request: { tournamentId: string; requestId: string }) =>
  first(
    changeEach(db, [], [request], {
      where: sql`${settlement.deadAt} IS NOT NULL`,
      set: sql`state = CASE state WHEN 'planning' THEN 'scheduled' ELSE state END, dead_at = NULL,
      failures = 0, defects = 0, run_at = now(), lease_until = NULL,
      retry_request_id = ${request.requestId}`,
    }),
  );
