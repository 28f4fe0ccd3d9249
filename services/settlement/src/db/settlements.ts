import { and, asc, eq, getColumns, lt, sql, type SQL } from "drizzle-orm";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable } from "@tms/kit/database/handle";
import { arrayOf, first } from "@tms/kit/database/rows-of";
import { LAST_ID } from "@tms/kit/values/ids";
import { eventOut, payment, payout, settlement } from "./tables.ts";

export type SettlementRow = typeof settlement.$inferSelect;

export interface ChangedRow extends SettlementRow {
  changedAt: Date;
}

export type SettlementKey = Pick<SettlementRow, "tournamentId" | "gameId">;

export type TournamentId = Pick<SettlementRow, "tournamentId">;

export type Leased = Pick<SettlementRow, "tournamentId" | "leaseUntil">;

/** SQL: neither done nor dead. The partial indexes have the same text. */
export const IS_OPEN = sql`${settlement.state} <> 'done' AND ${settlement.deadAt} IS NULL`;

/** Without a game id, the settlement may belong to any game. */
export function findSettlement(
  db: Queryable,
  { tournamentId, gameId }: TournamentId & Partial<SettlementKey>,
) {
  const isOfGame = gameId === undefined ? undefined : eq(settlement.gameId, gameId);
  const isKey = and(eq(settlement.tournamentId, tournamentId), isOfGame);
  return first(db.select().from(settlement).where(isKey));
}

// Each condition is a constant text, because Postgres uses no partial index for a state in a parameter.
const CONDITIONS = {
  scheduled: sql`${settlement.state} = 'scheduled' AND ${settlement.deadAt} IS NULL`,
  planning: sql`${settlement.state} = 'planning' AND ${settlement.deadAt} IS NULL`,
  paying: sql`${settlement.state} = 'paying' AND ${settlement.deadAt} IS NULL`,
  done: sql`${settlement.state} = 'done'`,
  dead: sql`${settlement.deadAt} IS NOT NULL`,
};

/** Lists settlements, the newest tournament first. */
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

export type ComingRow = Awaited<ReturnType<typeof findComing>>[number];

/**
 * Finds open settlements that a worker can claim within `aheadMs` milliseconds. By then, the settlement is
 * due, and the lease of its previous worker has ended. `inMs` is the time until then by the clock of Postgres.
 */
export async function findComing(db: Queryable, aheadMs: number, limit: number) {
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

// All columns by name. A column name has the same meaning and type in all of these tables.
const COLUMNS = {
  ...getColumns(eventOut),
  ...getColumns(payment),
  ...getColumns(payout),
  ...getColumns(settlement),
};

type Key = keyof typeof COLUMNS;

const join = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) => sql.join(parts, sql`, `);

export const toNames = (keys: readonly Key[]): SQL =>
  join(keys.map((key) => sql.identifier(COLUMNS[key].name)));

/** SQL: rows as a table. Each column is one array parameter, so that a statement has one text. */
export function given<K extends Key>(
  keys: readonly K[],
  rows: readonly Readonly<Record<K, unknown>>[],
): SQL {
  const arrays = keys.map((key) => {
    const values = rows.map((row) => row[key]);
    return sql`${sql.param(arrayOf(COLUMNS[key], values))}::${sql.raw(COLUMNS[key].getSQLType())}[]`;
  });
  return sql`unnest(${join(arrays)}) AS given (${toNames(keys)})`;
}

/** If workers send the same change, only the first input gets the row, because the row was changed once. */
export function toResults<T extends { tournamentId: string }>(
  inputs: readonly { tournamentId: string }[],
  rows: readonly T[],
): (T | undefined)[] {
  const byId = new Map(rows.map((row) => [row.tournamentId, row]));
  return inputs.map(({ tournamentId }) => {
    const row = byId.get(tournamentId);
    byId.delete(tournamentId);
    return row;
  });
}

const CHANGED = join(
  Object.entries({ ...getColumns(settlement), changedAt: gameTime("settlement") }).map(
    ([key, value]) => sql`${value} AS ${sql.identifier(key)}`,
  ),
);

/** If a worker does not renew its lease in time, another worker claims the settlement. */
export const LEASE_END = sql`now() + interval '15 seconds'`;
const RESET_FAILURES = sql`failures = 0, defects = 0, last_error = NULL`;
const IS_HELD = sql`${IS_OPEN} AND ${settlement.leaseUntil} = given.lease_until`;

/**
 * The condition and the new values can refer to the input as `given`. A result is undefined if the settlement
 * does not meet the condition. Rows are locked in the order of their ids, so that workers do not deadlock.
 */
async function changeEach<K extends keyof SettlementRow>(
  db: Queryable,
  keys: readonly K[],
  inputs: readonly Readonly<Pick<SettlementRow, "tournamentId" | K>>[],
  { where, set }: { where: SQL; set: SQL },
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

export const begin = (db: Queryable, beginnings: readonly Beginning[]) =>
  changeEach(db, ["kind", "currency", "poolMinor"], beginnings, {
    where: sql`${settlement.state} = 'scheduled'`,
    set: sql`state = 'planning', kind = given.kind, currency = given.currency,
      pool_minor = given.pool_minor, lease_until = ${LEASE_END}, ${RESET_FAILURES}`,
  });

type Plan = Leased & Pick<SettlementRow, "feeMinor" | "entries" | "payouts">;

/** The caller must have the lease. Otherwise, another worker may still be storing its plan. */
export const plan = (db: Queryable, plans: readonly Plan[]) =>
  changeEach(db, ["leaseUntil", "feeMinor", "entries", "payouts"], plans, {
    where: sql`${settlement.state} = 'planning' AND ${settlement.leaseUntil} = given.lease_until`,
    set: sql`state = 'paying', fee_minor = given.fee_minor, entries = given.entries,
      payouts = given.payouts, lease_until = ${LEASE_END}, ${RESET_FAILURES}`,
  });

export const finish = (db: Queryable, settlements: readonly TournamentId[]) =>
  changeEach(db, [], settlements, {
    where: sql`${settlement.state} = 'paying'`,
    set: sql`state = 'done', finished_at = ${gameTime("settlement")}, lease_until = NULL,
      ${RESET_FAILURES}`,
  });

/** If `isDead` is true, there is no next attempt. */
type Failure = Leased & { error: string; defects: number; pauseMs: number; isDead: boolean };

/** Returns undefined if the worker has lost its lease. */
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
 * Returns undefined if the settlement is not dead. A settlement that was planning starts from the beginning,
 * so that it reads the pool again. In this case, the caller must delete its plan.
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
