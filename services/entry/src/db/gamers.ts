import { and, eq, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { gameTime, testTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { newId } from "@tms/kit/values/ids";
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
