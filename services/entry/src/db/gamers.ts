import { and, eq, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { newId } from "@tms/kit/values/ids";
import { gamer } from "./tables.ts";

type Stored = typeof gamer.$inferSelect;

/** A gamer as stored. */
export interface GamerRow extends Stored {}

/** Which gamer of which game. */
export interface GamerKey extends Pick<GamerRow, "gameId" | "handle"> {}

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

/** Records gamers that are new; returns those that this call recorded. */
export async function insertGamers(
  db: Queryable,
  keys: readonly GamerKey[],
): Promise<KnownGamer[]> {
  return await insert(db, newcomerRows(keys.map((key) => ({ id: newId(), ...key }))));
}
