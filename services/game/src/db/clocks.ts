import type { Queryable, Tx } from "@tms/kit/database/handle";
import { first, oneOf, sole } from "@tms/kit/database/rows-of";
import { required } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { and, asc, eq, getColumns, gt, ne, sql } from "drizzle-orm";
import { IS_OPEN } from "./games.ts";
import { game, testClock } from "./tables.ts";

/** Returns the time of the changes of a transaction, by the clock of their environment. */
export async function momentOf(tx: Tx, gameId: string): Promise<Date> {
  const { rows } = await tx.$client.query<{ now: Date }>(
    `SELECT (now() + coalesce(max(ahead_ms), 0) * interval '1 millisecond')::timestamptz(3) AS now
     FROM test_clock WHERE game_id = $1`,
    [gameId],
  );
  return required(rows[0], "Postgres returned no time").now;
}

type Stored = typeof testClock.$inferSelect;

export type ClockRow = Omit<Stored, "mode">;

const { mode: _, ...CLOCK } = getColumns(testClock);

/** A clock and the real time. The clock of a live environment is never ahead. */
export type ReadClock = Awaited<ReturnType<typeof readClocks>>[number];

/** Reads the clocks of open environments. A clock that was never advanced is not ahead. */
export const readClocks = async (db: Queryable, gameIds: readonly string[]) =>
  await db
    .select({
      gameId: game.id,
      aheadMs: sql<bigint>`coalesce(${testClock.aheadMs}, 0)`,
      state: sql<Stored["state"]>`coalesce(${testClock.state}, 'ready')`,
      toAt: testClock.toAt,
      realNow: sql<Date>`clock_timestamp()`,
    })
    .from(game)
    .leftJoin(testClock, eq(testClock.gameId, game.id))
    .where(and(oneOf(game.id, gameIds), IS_OPEN));

export type LockedClock = Awaited<ReturnType<typeof lockClock>>;

/** Locks a clock. Creates its row if the clock was never advanced. */
export async function lockClock(tx: Tx, gameId: string) {
  await tx.insert(testClock, "gameId").values({ gameId }).onConflictDoNothing();
  const locked = tx
    .select({ ...CLOCK, realNow: sql<Date>`clock_timestamp()` })
    .from(testClock)
    .where(eq(testClock.gameId, gameId))
    .for("no key update");
  return await sole(locked, "a test clock disappeared");
}

interface Advance extends Pick<Stored, "gameId" | "targetMs"> {
  fromAt: Date;
  toAt: Date;
  origin: Origin;
}

export async function setTarget(tx: Tx, { gameId, origin, ...advance }: Advance) {
  const { actor, requestId: restRequestId } = originMessage(origin);
  await tx
    .update(testClock)
    .set({ ...advance, actor, restRequestId, state: "telling" })
    .where(eq(testClock.gameId, gameId));
}

export const findUnfinished = (db: Queryable, gameId: string) =>
  first(
    db
      .select(CLOCK)
      .from(testClock)
      .where(and(eq(testClock.gameId, gameId), IS_UNFINISHED)),
  );

const IS_UNFINISHED = ne(testClock.state, sql`'ready'`);

export async function listUnfinished(db: Queryable, after: string, limit: number) {
  const rows = await db
    .select({ gameId: testClock.gameId })
    .from(testClock)
    .where(and(gt(testClock.gameId, after), IS_UNFINISHED))
    .orderBy(asc(testClock.gameId))
    .limit(limit);
  return rows.map(({ gameId }) => gameId);
}

/** Records that every service has the target, unless the target has changed. */
export async function recordTargetSent(db: Queryable, clock: Target) {
  await traced("game.record-told", () =>
    db
      .update(testClock)
      .set({ aheadMs: clock.targetMs, state: "settling" })
      .where(isInState(clock, "telling")),
  );
}

type Target = Pick<Stored, "gameId" | "targetMs">;

const isInState = ({ gameId, targetMs }: Target, state: Stored["state"]) =>
  and(eq(testClock.gameId, gameId), eq(testClock.targetMs, targetMs), eq(testClock.state, state));

/** Returns false if the target has changed or the advance has ended. */
export async function markReady(tx: Tx, clock: Target) {
  const { rowCount } = await tx
    .update(testClock)
    .set({ state: "ready", fromAt: null, toAt: null, actor: "", restRequestId: "" })
    .where(isInState(clock, "settling"));
  return rowCount === 1;
}
