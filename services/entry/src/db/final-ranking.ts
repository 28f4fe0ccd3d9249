import { and, eq, sql } from "drizzle-orm";
import { toLiterals } from "@tms/kit/database/array-literal";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { queryRows } from "@tms/kit/database/rows-of";
import { better, standsAt } from "./boards.ts";
import { classPlace } from "./sort-keys.ts";
import { LAST_ORDER, STANDINGS_ORDER, type OrderRange } from "./entries.ts";
import { LISTED_COLUMNS, toMs, type StandingsRow } from "./standings.ts";
import { entry, registration } from "./tables.ts";

/** An entry of a final ranking. `place` is the sort key in hexadecimal. */
export type FinalRow = Omit<StandingsRow, "disqualifiedAhead">;

const ITS_GAMER = `CROSS JOIN LATERAL (
  SELECT handle, display_name FROM gamer WHERE gamer.id = entry.gamer_id LIMIT 1) AS its_gamer`;

export type ReadSoFar = Pick<FinalRow, "place" | "joinedMs" | "id">;

export async function findReadSoFar(db: Queryable, tournamentId: string, entryId: string) {
  const { rows } = await db.execute<ReadSoFar>(sql`
    SELECT entry.id, ${sql.raw(toMs("joined_at"))} AS "joinedMs",
      encode(its_standing.place, 'hex') AS place
    FROM ${entry} LEFT JOIN LATERAL (
      SELECT place FROM standing
      WHERE tournament_id = entry.tournament_id AND gamer_id = entry.gamer_id LIMIT 1
    ) AS its_standing ON true
    WHERE entry.id = ${entryId} AND entry.tournament_id = ${tournamentId}`);
  return rows[0];
}

// SQL for whether a sort key is of the class `placed` or `scored`.
const LEADING = `place < ${classPlace("unscored")}`;

/** Reads the next entries with a sort key of the class `placed` or `scored`, in the order of sort keys. */
export const readLeading = (
  db: Queryable,
  tournamentId: string,
  { place, joinedMs, id }: ReadSoFar,
  limit: number,
) =>
  queryRows<FinalRow>(db, {
    name: "read-leading",
    text: `SELECT encode(led.place, 'hex') AS place, ${LISTED_COLUMNS}
      FROM (
        SELECT place, joined_at, entry_id FROM standing
        WHERE tournament_id = $1 AND ${LEADING} AND (place, joined_at, entry_id) > (decode($2, 'hex'), $3, $4)
        ORDER BY place, joined_at, entry_id LIMIT $5
      ) AS led
        CROSS JOIN LATERAL (SELECT * FROM entry WHERE id = led.entry_id LIMIT 1) AS entry
        ${ITS_GAMER}
      ORDER BY led.place, led.joined_at, led.entry_id`,
    values: [tournamentId, place ?? "", new Date(joinedMs), id, limit],
  });

type LeadingPlace = { place: string; entries: number };

/**
 * Finds the best sort keys of the classes `placed` and `scored`, and counts their entries. If many entries
 * share a sort key, the key has its own stratum, which contains the number.
 */
export const findLeadingPlaces = (db: Queryable, tournamentId: string, limit: number) =>
  queryRows<LeadingPlace>(db, {
    name: "leading-places",
    text: `WITH RECURSIVE best AS (
        (SELECT place, 1 AS n FROM standing
         WHERE tournament_id = $1 AND ${LEADING} ORDER BY place LIMIT 1)
        UNION ALL
        SELECT next.place, best.n + 1
        FROM best CROSS JOIN LATERAL (
          SELECT place FROM standing
          WHERE tournament_id = $1 AND place > best.place AND ${LEADING} ORDER BY place LIMIT 1
        ) AS next
        WHERE best.n < $2
      )
      SELECT encode(place, 'hex') AS place, coalesce(
        (SELECT alone.entries FROM stratum AS alone
           JOIN stratum AS next ON next.tournament_id = $1 AND next.first = best.place || '\\x00'::bytea
         WHERE alone.tournament_id = $1 AND alone.first = best.place),
        (SELECT count(*) FROM standing WHERE tournament_id = $1 AND place = best.place)
      )::integer AS entries
      FROM best ORDER BY n`,
    values: [tournamentId, limit],
  });

/** Counts the entries that rank before each entry, by entry id. The entries must be in, the boards closed. */
export async function countBetterAtEnd(
  db: Queryable,
  entries: readonly { id: string; tournamentId: string; gamerId: string }[],
): Promise<Map<string, number>> {
  if (entries.length === 0) return new Map();
  const { rows } = await db.$client.query<{ entryId: string; better: number }>({
    name: "better-at-end",
    text: `SELECT asked.entry_id AS "entryId",
        ${better("asked.tournament_id", standsAt("its_standing.place", "its_board.no_score"))} AS better
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS asked (entry_id, tournament_id, gamer_id)
        CROSS JOIN LATERAL (
          SELECT scoring ->> 'noScore' AS no_score FROM board
          WHERE tournament_id = asked.tournament_id LIMIT 1) AS its_board
        LEFT JOIN LATERAL (
          SELECT place FROM standing
          WHERE tournament_id = asked.tournament_id AND gamer_id = asked.gamer_id LIMIT 1
        ) AS its_standing ON true`,
    values: toLiterals(entries, "id", "tournamentId", "gamerId"),
  });
  return new Map(rows.map((row) => [row.entryId, row.better]));
}

export async function storePlacements(
  tx: Tx,
  placed: readonly { id: string; rank: number }[],
  at: Date,
): Promise<void> {
  const [ids, ranks] = toLiterals(placed, "id", "rank");
  await tx.execute(sql`
    UPDATE ${entry} SET placement = given.rank, updated_at = ${at}
    FROM unnest(${ids}::uuid[], ${ranks}::integer[]) AS given (id, rank)
    WHERE entry.id = given.id AND entry.placement IS DISTINCT FROM given.rank`);
}

/** The maximum number of placements in a transaction, which takes a fraction of a second. */
export const MAX_PLACED = 1_000;

/**
 * Gives the placement `rank` to up to {@link MAX_PLACED} entries that are in and have no placement, in the
 * order of their gamer ids. Returns the last gamer id, if any. No entry may be pending.
 */
export async function placeRest(tx: Tx, tournamentId: string, rank: number, afterGamerId: string) {
  const { rows } = await tx.execute<{ gamerId: string }>(
    // Reads entries in the order of the index by gamer, because placements do not change this order.
    sql`WITH batch AS MATERIALIZED (
        SELECT id, gamer_id FROM ${entry}
        WHERE tournament_id = ${tournamentId} AND gamer_id > ${afterGamerId}
          AND exit_number IS NULL AND placement IS NULL AND NOT disqualified
        ORDER BY gamer_id LIMIT ${MAX_PLACED}
      ), written AS (
        UPDATE ${entry} SET placement = ${rank}, updated_at = (
          SELECT ${gameTime("registration")} FROM ${registration}
          WHERE tournament_id = ${tournamentId})
        WHERE id IN (SELECT id FROM batch) AND placement IS NULL
      )
      SELECT gamer_id AS "gamerId" FROM batch ORDER BY gamer_id DESC LIMIT 1`,
  );
  return rows[0]?.gamerId;
}

/** Counts disqualified entries that were eliminated before their disqualification. */
export async function countDisqualifiedOut(db: Queryable, tournamentId: string): Promise<number> {
  const isOut = sql`${STANDINGS_ORDER} = ${LAST_ORDER} AND ${entry.exitNumber} IS NOT NULL`;
  return await db.$count(entry, and(eq(entry.tournamentId, tournamentId), isOut));
}

/** Counts the entries of each order in the standings, for the first `limit` orders of a range. */
export async function findOrderGroups(
  db: Queryable,
  tournamentId: string,
  [from, last]: OrderRange,
  limit: number,
) {
  const isInRange = sql`${STANDINGS_ORDER} BETWEEN ${from} AND ${last}`;
  return await db
    .select({ order: STANDINGS_ORDER, entries: sql<number>`count(*)::int` })
    .from(entry)
    .where(and(eq(entry.tournamentId, tournamentId), isInRange))
    .groupBy(STANDINGS_ORDER)
    .orderBy(STANDINGS_ORDER)
    .limit(limit);
}
