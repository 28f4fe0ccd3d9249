import { and, eq, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import type { GamerKey } from "./gamers.ts";
import { entry, gamer } from "./tables.ts";

/** What tells an entry from all others: a tournament and a gamer's handle. */
export interface EntryKey extends GamerKey {
  tournamentId: string;
}

/** What is known of an entry key whose gamer is on record. */
export interface EntrantRow extends GamerKey {
  gamerId: string;
  /** The entry that has the key already. */
  entryId: string | null;
}

const [wanted, wantedRows] = rowsOf("wanted", {
  gameId: gamer.gameId,
  handle: gamer.handle,
  tournamentId: entry.tournamentId,
});

// The LIMITs make these look-ups per key, whatever size the tables had when it was planned.
const player = new QueryBuilder()
  .select({ id: gamer.id })
  .from(gamer)
  .where(and(eq(gamer.gameId, wanted.gameId), eq(gamer.handle, wanted.handle)))
  .limit(1)
  .as("player");
const entered = new QueryBuilder()
  .select({ id: entry.id })
  .from(entry)
  .where(and(eq(entry.tournamentId, wanted.tournamentId), eq(entry.gamerId, player.id)))
  .limit(1)
  .as("entered");

const byKeys = prepared((db) =>
  db
    .select({
      gameId: wanted.gameId,
      handle: wanted.handle,
      gamerId: player.id,
      entryId: entered.id,
    })
    .from(wanted)
    .crossJoinLateral(player)
    .leftJoinLateral(entered, sql`true`),
);

/** Looks up the gamers of entry keys and their entries; those of unknown gamers are absent. */
export async function findEntrants(
  db: Queryable,
  keys: readonly EntryKey[],
): Promise<EntrantRow[]> {
  return await byKeys(db, wantedRows(keys));
}
