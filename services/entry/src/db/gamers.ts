import { gameTime, testTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { newId } from "@tms/kit/values/ids";
import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { gamer } from "./tables.ts";

type Stored = typeof gamer.$inferSelect;

/** A gamer as stored. */
export interface GamerRow extends Omit<Stored, "test"> {}

/** Which gamer of which game. */
export interface GamerKey extends Pick<GamerRow, "gameId" | "handle"> {}

/** A gamer who may be new, and whether their game is a test environment. */
export interface NewGamer extends GamerKey {
  test: boolean;
}

/** A gamer's key and id. */
export interface KnownGamer extends Pick<GamerRow, "id" | "gameId" | "handle"> {}

const [wanted, wantedRows] = rowsOf("wanted", { gameId: gamer.gameId, handle: gamer.handle });

// A LIMIT makes this a look-up per key, whatever size the table had when it was planned.
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

/** Gamers by their keys; unknown ones are absent. */
export async function findGamers(db: Queryable, keys: readonly GamerKey[]): Promise<GamerRow[]> {
  return await byKeys(db, wantedRows(keys));
}

/** What a game says of a gamer; null where it says nothing. */
export interface GamerChange extends Partial<Pick<GamerRow, "displayName" | "metadata">> {}

/** Changes a gamer; undefined where the game has none of that handle. */
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

// Sorted, so that two batches that bring the same newcomers cannot deadlock.
const insert = prepared((db) =>
  db
    .insert(gamer, "id", "gameId", "handle")
    .select(
      db
        .select({ id: newcomer.id, gameId: newcomer.gameId, handle: newcomer.handle })
        .from(newcomer)
        .orderBy(newcomer.gameId, sql`${newcomer.handle} COLLATE "C"`),
    )
    .onConflictDoNothing({ target: [gamer.gameId, gamer.handle] })
    .returning({ id: gamer.id, gameId: gamer.gameId, handle: gamer.handle }),
);

const now = testTime(sql.raw("newcomer.game_id"));
// Live gamers keep the statement that has no clock to look at.
const insertOfTest = prepared((db) =>
  db
    .insert(gamer, "id", "gameId", "handle", "test", "createdAt", "updatedAt")
    .select(
      db
        .select({
          id: newcomer.id,
          gameId: newcomer.gameId,
          handle: newcomer.handle,
          test: sql<boolean>`true`.as("test"),
          createdAt: sql<Date>`${now}`.as("created_at"),
          updatedAt: sql<Date>`${now}`.as("updated_at"),
        })
        .from(newcomer)
        .orderBy(newcomer.gameId, sql`${newcomer.handle} COLLATE "C"`),
    )
    .onConflictDoNothing({ target: [gamer.gameId, gamer.handle] })
    .returning({ id: gamer.id, gameId: gamer.gameId, handle: gamer.handle }),
);

/** Records gamers that are new; returns those that this call recorded. */
export async function insertGamers(
  db: Queryable,
  gamers: readonly NewGamer[],
): Promise<KnownGamer[]> {
  const newOf = (test: boolean) =>
    gamers
      .filter((each) => each.test === test)
      .map(({ gameId, handle }) => ({ id: newId(), gameId, handle }));
  const [live, ofTest] = [newOf(false), newOf(true)];
  // One after the other, the live ones first: in one order everywhere, so that nobody deadlocks.
  const inserted = live.length > 0 ? await insert(db, newcomerRows(live)) : [];
  return ofTest.length > 0
    ? [...inserted, ...(await insertOfTest(db, newcomerRows(ofTest)))]
    : inserted;
}

const GAME = sql`${sql.placeholder("gameId")}::uuid`;
const LIMIT = sql.placeholder("limit");

// The index of handles has them in this order, by code points.
const first = prepared((db) =>
  db
    .select()
    .from(gamer)
    .where(and(eq(gamer.gameId, GAME), gte(gamer.handle, sql.placeholder("prefix"))))
    .orderBy(asc(gamer.handle))
    .limit(LIMIT),
);

const next = prepared((db) => {
  // A token names the last gamer of its page by id: gamers are for good, and an id is short.
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
 * Gamers of a game whose handles begin with a prefix, in the order of their handles, after the one of
 * an id if it is given. No more rows are read than `limit`: those that begin alike stand together.
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

/** Names a gamer of any game. */
export const gamerKey = ({ gameId, handle }: GamerKey): string => `${gameId}/${handle}`;

/** Finds a gamer, or records one that is new. */
export async function findOrInsertGamer(
  tx: Tx,
  key: NewGamer,
): Promise<{ gamer: GamerRow; created: boolean }> {
  // Sent together, executed in this order.
  const [inserted, [gamer]] = await Promise.all([insertGamers(tx, [key]), findGamers(tx, [key])]);
  if (gamer === undefined) throw new Error("a gamer disappeared");
  return { gamer, created: inserted.length > 0 };
}

/** Ids of all gamers named, by {@link gamerKey}; records those that are not among the known ones. */
export async function recordGamers(
  tx: Tx,
  gamers: readonly NewGamer[],
  known: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const missing = new Map<string, NewGamer>();
  for (const gamer of gamers) {
    const key = gamerKey(gamer);
    if (!known.has(key)) missing.set(key, gamer);
  }
  if (missing.size === 0) return known;
  const newcomers = [...missing.values()];
  const inserted = await insertGamers(tx, newcomers);
  // Another batch recorded the others meanwhile.
  const others = inserted.length < newcomers.length ? await findGamers(tx, newcomers) : [];
  const ids = new Map(known);
  for (const gamer of [...inserted, ...others]) ids.set(gamerKey(gamer), gamer.id);
  return ids;
}
