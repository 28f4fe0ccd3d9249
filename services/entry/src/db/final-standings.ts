import type { Queryable } from "@tms/kit/database/handle";
import { toArrays } from "./array-parameters.ts";
import type { ListedRow } from "./standings.ts";
import { better, classPlace, standsAt, type PlaceGroup } from "./strata.ts";

/** An entry, and its sort key if it has one. */
export interface FinalRow extends ListedRow {
  place: Buffer | null;
}

const moment = (column: string, name: string) =>
  `round(date_part('epoch', ${column}) * 1000) AS "${name}"`;
const ENTRY = `entry.id, entry.gamer_id AS "gamerId", its_gamer.handle,
  its_gamer.display_name AS "displayName", entry.metadata,
  entry.exit_number AS "exitNumber", entry.placement, entry.disqualified,
  ${moment("entry.joined_at", "joinedMs")}, ${moment("entry.eliminated_at", "eliminatedMs")},
  ${moment("entry.created_at", "createdMs")}, ${moment("entry.updated_at", "updatedMs")}`;
const ITS_GAMER = `CROSS JOIN LATERAL (
  SELECT handle, display_name FROM gamer WHERE gamer.id = entry.gamer_id LIMIT 1) AS its_gamer`;

/** The position of the last entry that was read. */
export interface ReadSoFar {
  place: Buffer | null;
  joinedAt: Date;
  entryId: string;
}

export async function findReadSoFar(
  db: Queryable,
  tournamentId: string,
  entryId: string,
): Promise<ReadSoFar | undefined> {
  const { rows } = await db.$client.query<ReadSoFar>({
    name: "read-so-far",
    text: `SELECT entry.id AS "entryId", entry.joined_at AS "joinedAt", its_standing.place
      FROM entry LEFT JOIN LATERAL (
        SELECT place FROM standing
        WHERE tournament_id = entry.tournament_id AND gamer_id = entry.gamer_id LIMIT 1
      ) AS its_standing ON true
      WHERE entry.id = $2 AND entry.tournament_id = $1`,
    values: [tournamentId, entryId],
  });
  return rows[0];
}

// SQL: whether a sort key belongs to an entry that was placed by the game or has a score.
const LEADING = `place < ${classPlace("unscored")}`;

/** Reads entries that were placed by the game or have a score, in the order of their sort keys. */
export async function readLeading(
  db: Queryable,
  tournamentId: string,
  after: ReadSoFar,
  limit: number,
): Promise<FinalRow[]> {
  const { rows } = await db.$client.query<FinalRow>({
    name: "read-leading",
    text: `SELECT led.place, ${ENTRY}
      FROM (
        SELECT place, joined_at, entry_id FROM standing
        WHERE tournament_id = $1 AND ${LEADING} AND (place, joined_at, entry_id) > ($2, $3, $4)
        ORDER BY place, joined_at, entry_id LIMIT $5
      ) AS led
        CROSS JOIN LATERAL (SELECT * FROM entry WHERE id = led.entry_id LIMIT 1) AS entry
        ${ITS_GAMER}
      ORDER BY led.place, led.joined_at, led.entry_id`,
    values: [tournamentId, after.place, after.joinedAt, after.entryId, limit],
  });
  return rows;
}

/**
 * Finds the best sort keys of entries that were placed by the game or have a score, and counts the entries of
 * each sort key. A sort key that many entries share has its own stratum, which contains the number. Other
 * sort keys have few entries, which are counted one by one.
 */
export async function findLeadingPlaces(
  db: Queryable,
  tournamentId: string,
  limit: number,
): Promise<PlaceGroup[]> {
  const { rows } = await db.$client.query<PlaceGroup>({
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
      SELECT place, coalesce(
        (SELECT alone.entries FROM stratum AS alone
           JOIN stratum AS next ON next.tournament_id = $1 AND next.first = best.place || '\\x00'::bytea
         WHERE alone.tournament_id = $1 AND alone.first = best.place),
        (SELECT count(*) FROM standing WHERE tournament_id = $1 AND place = best.place)
      )::integer AS entries
      FROM best ORDER BY n`,
    values: [tournamentId, limit],
  });
  return rows;
}

/**
 * Returns the number of entries that rank before each given entry, by entry id. The given entries must be in,
 * and their boards must be closed.
 */
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
    values: toArrays(entries, "id", "tournamentId", "gamerId"),
  });
  return new Map(rows.map((row) => [row.entryId, row.better]));
}
