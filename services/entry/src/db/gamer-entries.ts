import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { LAST_ID } from "@tms/kit/values/ids";
import { IS_CONFIRMED, itsRegistration } from "./entries.ts";
import { isOpen } from "./rank-changes.ts";
import { entry } from "./tables.ts";

/** An entry of a gamer, and whether its tournament can still be joined. */
export interface GamerEntry {
  id: string;
  open: boolean;
}

// Ids are in the order in which entries were made, so the index that finds them has their order.
const newest = prepared((db) => {
  const own = db
    .select({ id: entry.id, tournamentId: entry.tournamentId })
    .from(entry)
    .where(
      and(
        eq(entry.gamerId, sql`${sql.placeholder("gamerId")}::uuid`),
        lt(entry.id, sql`${sql.placeholder("beforeId")}::uuid`),
        IS_CONFIRMED,
      ),
    )
    .orderBy(desc(entry.id))
    .limit(sql.placeholder("limit"))
    // The name of its table, by which a registration is found.
    .as("entry");
  return db
    .select({ id: own.id, open: isOpen(itsRegistration, "its_registration") })
    .from(own)
    .crossJoinLateral(itsRegistration)
    .orderBy(desc(own.id));
});

/** A gamer's newest confirmed entries, or the newest before one of them. */
export async function listGamerEntries(
  db: Queryable,
  gamerId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<GamerEntry[]> {
  return await newest(db, { gamerId, beforeId: beforeId ?? LAST_ID, limit });
}
