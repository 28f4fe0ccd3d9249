import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { gameTime, testTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { newId } from "@tms/kit/values/ids";
import { gamerNotFound } from "../errors.ts";
import { gamer } from "./tables.ts";

export interface GamerRow extends Omit<typeof gamer.$inferSelect, "test"> {}

export interface GamerKey extends Pick<GamerRow, "gameId" | "handle"> {}

/** Returns a map key for a gamer of any game. */
export const gamerKey = ({ gameId, handle }: GamerKey): string => `${gameId}/${handle}`;

/** A gamer to record. `test` tells whether the game is a test environment. */
export interface NewGamer extends GamerKey {
  test: boolean;
}

const [wanted, wantedRows] = rowsOf("wanted", { gameId: gamer.gameId, handle: gamer.handle });

// With the LIMIT, Postgres looks up each key in the index, even if it planned the statement on an empty
// table.
const found = new QueryBuilder()
  .select()
  .from(gamer)
  .where(and(eq(gamer.gameId, wanted.gameId), eq(gamer.handle, wanted.handle)))
  .limit(1)
  .as("found");

const byKeys = prepared((db) =>
  db
    .select({
      id: found.id,
      gameId: found.gameId,
      handle: found.handle,
      displayName: found.displayName,
      metadata: found.metadata,
      createdAt: found.createdAt,
      updatedAt: found.updatedAt,
    })
    .from(wanted)
    .crossJoinLateral(found),
);

export async function findGamers(db: Queryable, keys: readonly GamerKey[]): Promise<GamerRow[]> {
  return await byKeys(db, wantedRows(keys));
}

/** Returns a gamer. Throws GAMER_NOT_FOUND if the game has no gamer with the handle. */
export async function getGamer(db: Queryable, { gameId, handle }: GamerKey): Promise<GamerRow> {
  const [row] = await findGamers(db, [{ gameId, handle }]);
  if (row === undefined) throw gamerNotFound();
  return row;
}

/** The properties to change; null removes a value. */
export interface GamerChange extends Partial<Pick<GamerRow, "displayName" | "metadata">> {}

export async function updateGamer(
  tx: Tx,
  { gameId, handle }: GamerKey,
  change: GamerChange,
): Promise<GamerRow | undefined> {
  const [row] = await tx
    .update(gamer)
    .set({ ...change, updatedAt: gameTime("gamer") })
    .where(and(eq(gamer.gameId, gameId), eq(gamer.handle, handle)))
    .returning();
  return row;
}

const [newcomer, newcomerRows] = rowsOf("newcomer", {
  id: gamer.id,
  gameId: gamer.gameId,
  handle: gamer.handle,
});

const inserting = (test: boolean) => {
  const now = test ? testTime(sql.raw("newcomer.game_id")) : sql`now()`;
  return prepared((db) =>
    db
      .insert(gamer, "id", "gameId", "handle", "test", "createdAt", "updatedAt")
      .select(
        db
          .select({
            id: newcomer.id,
            gameId: newcomer.gameId,
            handle: newcomer.handle,
            test: sql<boolean>`${sql.raw(String(test))}`.as("test"),
            createdAt: sql<Date>`${now}`.as("created_at"),
            updatedAt: sql<Date>`${now}`.as("updated_at"),
          })
          .from(newcomer)
          // The order prevents deadlocks between batches with the same newcomers.
          .orderBy(newcomer.gameId, sql`${newcomer.handle} COLLATE "C"`),
      )
      .onConflictDoNothing({ target: [gamer.gameId, gamer.handle] })
      .returning({ id: gamer.id, gameId: gamer.gameId, handle: gamer.handle }),
  );
};
const insertLive = inserting(false);
const insertTest = inserting(true);

/** Records the gamers that do not exist yet. Returns the gamers that this call recorded. */
async function insertGamers(db: Queryable, gamers: readonly NewGamer[]) {
  const toRows = (test: boolean) =>
    gamers
      .filter((each) => each.test === test)
      .map(({ gameId, handle }) => ({ id: newId(), gameId, handle }));
  const [live, test] = [toRows(false), toRows(true)];
  // Live gamers always come first, which prevents deadlocks.
  const inserted = live.length > 0 ? await insertLive(db, newcomerRows(live)) : [];
  if (test.length === 0) return inserted;
  return [...inserted, ...(await insertTest(db, newcomerRows(test)))];
}

export async function findOrInsertGamer(tx: Tx, key: NewGamer) {
  // Postgres receives both statements together, and executes them in this order.
  const [inserted, [row]] = await Promise.all([insertGamers(tx, [key]), findGamers(tx, [key])]);
  if (row === undefined) throw new Error("a gamer disappeared");
  return { gamer: row, created: inserted.length > 0 };
}

/**
 * Records the gamers that are not in `known`. Returns the ids of the known and the other gamers, by
 * {@link gamerKey}.
 */
export async function recordGamers(
  tx: Tx,
  gamers: readonly NewGamer[],
  known: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const unknown = gamers.filter((each) => !known.has(gamerKey(each)));
  const newcomers = [...new Map(unknown.map((each) => [gamerKey(each), each])).values()];
  if (newcomers.length === 0) return known;
  const inserted = await insertGamers(tx, newcomers);
  // Another batch may have recorded some of the gamers.
  const others = inserted.length < newcomers.length ? await findGamers(tx, newcomers) : [];
  const ids = new Map(known);
  for (const row of [...inserted, ...others]) ids.set(gamerKey(row), row.id);
  return ids;
}

const GAME = sql`${sql.placeholder("gameId")}::uuid`;
const LIMIT = sql.placeholder("limit");

// The index sorts handles by code points, so that handles with the same prefix are adjacent.
const first = prepared((db) =>
  db
    .select()
    .from(gamer)
    .where(and(eq(gamer.gameId, GAME), gte(gamer.handle, sql.placeholder("prefix"))))
    .orderBy(asc(gamer.handle))
    .limit(LIMIT),
);

const next = prepared((db) => {
  const last = db
    .select({ handle: gamer.handle })
    .from(gamer)
    .where(and(eq(gamer.id, sql.placeholder("afterId")), eq(gamer.gameId, GAME)));
  return db
    .select()
    .from(gamer)
    .where(and(eq(gamer.gameId, GAME), gt(gamer.handle, sql`(${last})`)))
    .orderBy(asc(gamer.handle))
    .limit(LIMIT);
});

/**
 * Lists gamers by a prefix of their handles, in the order of their handles. Reads at most `limit` rows,
 * because handles with the same prefix are adjacent.
 */
export async function listGamers(
  db: Queryable,
  gameId: string,
  prefix: string,
  afterId: string | undefined,
  limit: number,
): Promise<GamerRow[]> {
  const rows =
    afterId === undefined
      ? await first(db, { gameId, prefix, limit })
      : await next(db, { gameId, afterId, limit });
  return rows.filter(({ handle }) => handle.startsWith(prefix));
}
