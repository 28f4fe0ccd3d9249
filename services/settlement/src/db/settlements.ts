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

/** SQL: the settlement is neither done nor dead. Equals the condition of partial indexes. */
export const IS_OPEN = sql`${settlement.state} <> 'done' AND ${settlement.deadAt} IS NULL`;

/** Returns a settlement, of any game if `gameId` is undefined. */
export function findSettlement(
  db: Queryable,
  { tournamentId, gameId }: TournamentId & Partial<SettlementKey>,
) {
  const isOfGame = gameId === undefined ? undefined : eq(settlement.gameId, gameId);
  const isKey = and(eq(settlement.tournamentId, tournamentId), isOfGame);
  return first(db.select().from(settlement).where(isKey));
}

// The states are constant text, because a generic plan uses no partial index for a parameter.
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

/** Returns open settlements that can start within `aheadMs`. `at` is the start, `inMs` the time left. */
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

// The columns by name. A name that several tables share has the same type in all of them.
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

/** Returns SQL for rows as the table `given`. The text is the same for any number of rows. */
export function unnestRows<K extends Key>(
  keys: readonly K[],
  rows: readonly Readonly<Record<K, unknown>>[],
): SQL {
  const arrays = keys.map((key) => {
    const values = rows.map((row) => row[key]);
    return sql`${sql.param(arrayOf(COLUMNS[key], values))}::${sql.raw(COLUMNS[key].getSQLType())}[]`;
  });
  return sql`unnest(${join(arrays)}) AS given (${toNames(keys)})`;
}

/** Returns the row of each input. Only the first input of a tournament gets it, so a lease has one holder. */
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

/** SQL: the end of a new lease. After a lease ends, another worker can claim the settlement. */
export const LEASE_END = sql`now() + interval '15 seconds'`;
const RESET_FAILURES = sql`failures = 0, defects = 0, last_error = NULL`;
const IS_HELD = sql`${IS_OPEN} AND ${settlement.leaseUntil} = given.lease_until`;

/** Updates settlements that meet `where`. Locks rows in the order of ids, so that workers do not deadlock. */
async function changeEach<K extends keyof SettlementRow>(
  db: Queryable,
  keys: readonly K[],
  inputs: readonly Readonly<Pick<SettlementRow, "tournamentId" | K>>[],
  { where, set }: { where: SQL; set: SQL },
): Promise<(ChangedRow | undefined)[]> {
  const { rows } = await db.execute<ChangedRow & Record<string, unknown>>(sql`
    WITH locked AS (
      SELECT given.* FROM settlement JOIN ${unnestRows(["tournamentId", ...keys], inputs)}
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

/** Moves a settlement to paying. Requires the lease, because a new holder may still be storing its plan. */
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

type Failure = Leased & { error: string; defects: number; pauseMs: number; isDead: boolean };

/** Records a failed attempt and ends the lease. Returns undefined if the lease was lost. */
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
 * Revives a settlement. Returns undefined if it is not dead or this request revived it before. A settlement that died while
 * planning becomes scheduled, so that it reads the pool again. The caller must then delete its plan.
 */
export const retry = (db: Queryable, request: { tournamentId: string; requestId: string }) =>
  first(
    changeEach(db, [], [request], {
      where: sql`${settlement.deadAt} IS NOT NULL
        AND ${settlement.retryRequestId} IS DISTINCT FROM ${request.requestId}::uuid`,
      set: sql`state = CASE state WHEN 'planning' THEN 'scheduled' ELSE state END, dead_at = NULL,
      failures = 0, defects = 0, run_at = now(), lease_until = NULL,
      retry_request_id = ${request.requestId}`,
    }),
  );
