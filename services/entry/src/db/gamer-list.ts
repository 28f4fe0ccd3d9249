import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import type { GamerRow } from "./gamers.ts";
import { gamer } from "./tables.ts";

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
