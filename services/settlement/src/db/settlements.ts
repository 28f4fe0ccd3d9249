import { and, asc, eq, getColumns, lt, sql, type SQL } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { LAST_ID } from "@tms/kit/values/ids";
import { settlement } from "./tables.ts";

/** A settlement as stored. */
export interface SettlementRow extends Omit<
  typeof settlement.$inferSelect,
  "createdAt" | "retryRequestId"
> {}

/** Which settlement, for which game. */
export type SettlementKey = Pick<SettlementRow, "tournamentId" | "gameId">;

/** SQL: the time by the clock of a settlement's environment. */
export const NOW = gameTime("settlement");

const { createdAt: _, retryRequestId: __, ...COLUMNS } = getColumns(settlement);
/** The columns of a settlement that are read. */
export const SETTLEMENT = COLUMNS;

/** A settlement as a change left it, and when that was by its environment's clock. */
export interface ChangedRow extends SettlementRow {
  changedAt: Date;
}

/** The columns of a settlement that a change returns. */
export const CHANGED = {
  ...SETTLEMENT,
  changedAt: sql<Date>`${NOW}`.mapWith(settlement.runAt),
};

/** Neither done nor dead. Written out, as the partial indexes have it. */
export const IS_OPEN = sql`${settlement.state} <> 'done' AND ${settlement.deadAt} IS NULL`;

/** Until when a worker may be silent before another takes its settlement up. */
export const LEASE_END = sql`now() + interval '15 seconds'`;

/**
 * Locks those of the settlements `ids` that meet a condition. In the order of their ids: no two
 * workers can wait for each other in a circle.
 */
export const lockedIf = (condition: SQL) => {
  const builder = new QueryBuilder();
  return builder.$with("locked").as(
    builder
      .select({ tournamentId: settlement.tournamentId })
      .from(settlement)
      .where(and(oneOf(settlement.tournamentId, sql.placeholder("ids")), condition))
      .orderBy(asc(settlement.tournamentId))
      .for("no key update"),
  );
};

/** The value for the placeholder of {@link lockedIf}. */
export const idsOf = (ids: readonly string[]) => ({ ids: arrayOf(settlement.tournamentId, ids) });

/** Reads a settlement of any game. */
export async function findSettlement(
  db: Queryable,
  tournamentId: string,
): Promise<SettlementRow | undefined> {
  const [row] = await db
    .select(SETTLEMENT)
    .from(settlement)
    .where(eq(settlement.tournamentId, tournamentId));
  return row;
}

const oneOfGame = prepared((db) =>
  db
    .select(SETTLEMENT)
    .from(settlement)
    .where(
      and(
        eq(settlement.tournamentId, sql.placeholder("tournamentId")),
        eq(settlement.gameId, sql.placeholder("gameId")),
      ),
    ),
);

/** Reads the settlement of a game's tournament. */
export async function findSettlementOfGame(
  db: Queryable,
  { tournamentId, gameId }: SettlementKey,
): Promise<SettlementRow | undefined> {
  const [row] = await oneOfGame(db, { tournamentId, gameId });
  return row;
}

/** A settlement that a worker is to take up, when, and in how long by Postgres' clock. */
export interface ComingRow {
  tournamentId: string;
  at: Date;
  inMs: number;
}

// From when on it may be taken up: its own moment, or the end of another worker's lease.
const FREE_AT = sql<Date>`greatest(${settlement.runAt}, ${settlement.leaseUntil})`.mapWith(
  settlement.runAt,
);
const AHEAD = sql`now() + make_interval(secs => ${sql.placeholder("aheadMs")}::float8 / 1000)`;
const coming = prepared((db) =>
  db
    .select({
      tournamentId: settlement.tournamentId,
      at: FREE_AT,
      inMs: sql<number>`(extract(epoch FROM ${FREE_AT} - clock_timestamp()) * 1000)::float8`,
    })
    .from(settlement)
    .where(and(IS_OPEN, sql`${settlement.runAt} <= ${AHEAD}`, sql`${FREE_AT} <= ${AHEAD}`))
    .orderBy(asc(settlement.runAt))
    .limit(sql.placeholder("limit")),
);

/** Open settlements whose moment has come or is near, or whose worker fell silent. */
export async function findComing(
  db: Queryable,
  aheadMs: number,
  limit: number,
): Promise<ComingRow[]> {
  return await coming(db, { aheadMs, limit });
}

// Each state has a text of its own, which an index fits; with the state as a parameter none would.
const CONDITIONS = {
  scheduled: sql`${settlement.state} = 'scheduled' AND ${settlement.deadAt} IS NULL`,
  planning: sql`${settlement.state} = 'planning' AND ${settlement.deadAt} IS NULL`,
  paying: sql`${settlement.state} = 'paying' AND ${settlement.deadAt} IS NULL`,
  done: sql`${settlement.state} = 'done'`,
  dead: sql`${settlement.deadAt} IS NOT NULL`,
};

/** Settlements by newest tournament, those in a state alone when one is given. */
export async function listSettlements(
  db: Queryable,
  state: keyof typeof CONDITIONS | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<SettlementRow[]> {
  return await db
    .select(SETTLEMENT)
    .from(settlement)
    .where(and(state && CONDITIONS[state], lt(settlement.tournamentId, beforeId ?? LAST_ID)))
    .orderBy(sql`${settlement.tournamentId} DESC`)
    .limit(limit);
}
