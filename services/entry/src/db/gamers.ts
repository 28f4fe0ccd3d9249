import { and, asc, eq, getColumns, gt, gte, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { arrayLiteral, toArrays, toLiterals } from "@tms/kit/database/array-literal";
import { gameTime, gameTimeText } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { first, queryRows, rowsOf } from "@tms/kit/database/rows-of";
import { found, required } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { gamer } from "./tables.ts";

export interface GamerRow extends Omit<typeof gamer.$inferSelect, "test"> {}

export interface GamerKey extends Pick<GamerRow, "gameId" | "handle"> {}

export const gamerKey = ({ gameId, handle }: GamerKey): string => `${gameId}/${handle}`;

export interface NewGamer extends GamerKey {
  test: boolean;
}

const [wanted, wantedRows] = rowsOf("wanted", { gameId: gamer.gameId, handle: gamer.handle });

// With the LIMIT, Postgres looks up each key, even if the statement was planned on an empty table.
const foundGamer = new QueryBuilder()
  .select()
  .from(gamer)
  .where(and(eq(gamer.gameId, wanted.gameId), eq(gamer.handle, wanted.handle)))
  .limit(1)
  .as("found_gamer");

const byKeys = prepared((db) =>
  db.select(getColumns(foundGamer)).from(wanted).crossJoinLateral(foundGamer),
);

export const findGamers = (db: Queryable, keys: readonly GamerKey[]): Promise<GamerRow[]> =>
  byKeys(db, wantedRows(keys));

export const getGamer = async (db: Queryable, key: GamerKey): Promise<GamerRow> =>
  found(await first(findGamers(db, [key])), "GAMER_NOT_FOUND");

/** Changes a gamer. In `change`, null removes a value. Returns undefined if the gamer does not exist. */
export const updateGamer = (
  tx: Tx,
  { gameId, handle }: GamerKey,
  change: Partial<Pick<GamerRow, "displayName" | "metadata">>,
): Promise<GamerRow | undefined> =>
  first(
    tx
      .update(gamer)
      .set({ ...change, updatedAt: gameTime("gamer") })
      .where(and(eq(gamer.gameId, gameId), eq(gamer.handle, handle)))
      .returning(),
  );

/** Records the gamers that do not exist yet. Returns the gamers that this call recorded. */
const insertGamers = (db: Queryable, gamers: readonly NewGamer[]) =>
  queryRows<Pick<GamerRow, "id" | "gameId" | "handle">>(db, {
    name: "insert-gamers",
    // The order prevents deadlocks between batches with the same newcomers.
    text: `INSERT INTO gamer (id, game_id, handle, test, created_at, updated_at)
      SELECT id, game_id, handle, test, its.now, its.now
      FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[])
          AS newcomer (id, game_id, test, handle)
        CROSS JOIN LATERAL (SELECT ${gameTimeText("newcomer")} AS now) AS its
      ORDER BY game_id, handle COLLATE "C"
      ON CONFLICT (game_id, handle) DO NOTHING
      RETURNING id, game_id AS "gameId", handle`,
    values: [
      arrayLiteral(gamers.map(newId)),
      ...toLiterals(gamers, "gameId", "test"),
      ...toArrays(gamers, "handle"),
    ],
  });

export async function findOrInsertGamer(tx: Tx, key: NewGamer) {
  // Postgres executes both statements in this order, so the second statement finds the inserted gamer.
  const [inserted, [row]] = await Promise.all([insertGamers(tx, [key]), findGamers(tx, [key])]);
  return { gamer: required(row, "a gamer disappeared"), created: inserted.length > 0 };
}

/** Records the gamers that are not in `known`. Returns all ids by {@link gamerKey}, including `known`. */
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

/** Lists gamers by a prefix of their handles, which are adjacent because the index sorts by code points. */
export async function listGamers(
  db: Queryable,
  gameId: string,
  prefix: string,
  afterId: string | undefined,
  limit: number,
): Promise<GamerRow[]> {
  const last = db
    .select({ handle: gamer.handle })
    .from(gamer)
    .where(and(eq(gamer.gameId, gameId), eq(gamer.id, afterId ?? "")));
  const isAfter =
    afterId === undefined ? gte(gamer.handle, prefix) : gt(gamer.handle, sql`(${last})`);
  const rows = await db
    .select()
    .from(gamer)
    .where(and(eq(gamer.gameId, gameId), isAfter))
    .orderBy(asc(gamer.handle))
    .limit(limit);
  return rows.filter(({ handle }) => handle.startsWith(prefix));
}
