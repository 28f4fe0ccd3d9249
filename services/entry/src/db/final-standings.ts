import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable } from "@tms/kit/database/handle";
import { FIRST_ID } from "@tms/kit/values/ids";
import { rankableIn } from "./boards.ts";
import { DISQUALIFIED_ORDER, standingsOrderOfRow } from "./standings-order.ts";
import type { ListedRow } from "./standings.ts";
import { better, standsAt, type PlaceGroup } from "./strata.ts";

/** An entry of a ranking that is final, and its place; null for one without a place of its own. */
export interface FinalRow extends ListedRow {
  place: Buffer | null;
}

/** Places from one, to be met, up to another, which is not. */
export interface PlaceRange {
  from: Buffer;
  to: Buffer;
}

// By the index of the standings, entries that share one of its numbers are found in the order in which
// they joined: 0 is neither out nor placed.
const STILL_IN = `${standingsOrderOfRow("entry")} = 0`;
const DISQUALIFIED = `${standingsOrderOfRow("entry")} = ${DISQUALIFIED_ORDER}`;

const moment = (column: string, name: string) =>
  `round(date_part('epoch', ${column}) * 1000) AS "${name}"`;
const ENTRY = `entry.id, entry.gamer_id AS "gamerId", its_gamer.handle,
  its_gamer.display_name AS "displayName", entry.metadata,
  entry.exit_number AS "exitNumber", entry.placement, entry.disqualified, 0 AS "disqualifiedAhead",
  ${moment("entry.joined_at", "joinedMs")}, ${moment("entry.eliminated_at", "eliminatedMs")},
  ${moment("entry.created_at", "createdMs")}, ${moment("entry.updated_at", "updatedMs")}`;
const ITS_GAMER = `CROSS JOIN LATERAL (
  SELECT handle, display_name FROM gamer WHERE gamer.id = entry.gamer_id LIMIT 1) AS its_gamer`;

/** The last entry that was read, where reading goes on. */
export interface ReadSoFar {
  place: Buffer | null;
  joinedAt: Date;
  entryId: string;
}

/** Finds an entry by its id, to go on after it; undefined when the tournament has none such. */
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

/** Entries within a range of places in their order, from the beginning or after one of them. */
export async function readPlaced(
  db: Queryable,
  tournamentId: string,
  { from, to }: PlaceRange,
  after: ReadSoFar | null,
  limit: number,
): Promise<FinalRow[]> {
  const isAfter = "(place, joined_at, entry_id) > ($5, $6, $7)";
  const { rows } = await db.$client.query<FinalRow>({
    name: after ? "read-placed-after" : "read-placed",
    text: `SELECT placed.place, ${ENTRY}
      FROM (
        SELECT place, joined_at, entry_id FROM standing
        WHERE tournament_id = $1 AND place >= $2 AND place < $3 ${after ? `AND ${isAfter}` : ""}
        ORDER BY place, joined_at, entry_id LIMIT $4
      ) AS placed
        CROSS JOIN LATERAL (SELECT * FROM entry WHERE id = placed.entry_id LIMIT 1) AS entry
        ${ITS_GAMER}
      ORDER BY placed.place, placed.joined_at, placed.entry_id`,
    values: [
      tournamentId,
      from,
      to,
      limit,
      ...(after ? [after.place, after.joinedAt, after.entryId] : []),
    ],
  });
  return rows;
}

/** Entries that have no place of their own. */
export type Unplaced = "unscored" | "disqualified";

// Asked once, before any entry is looked at: mostly everybody has a place.
const SOMEBODY_IS_UNPLACED = `(SELECT seats_taken - disqualified - (
      SELECT count(*) FROM pending_join WHERE pending_join.tournament_id = $1) > board.listed
    FROM registration JOIN board ON board.tournament_id = $1
    WHERE registration.tournament_id = $1)`;

const UNPLACED: Readonly<Record<Unplaced, string>> = {
  unscored: `${SOMEBODY_IS_UNPLACED} AND ${STILL_IN} AND NOT EXISTS (
    SELECT FROM standing WHERE tournament_id = entry.tournament_id
      AND gamer_id = entry.gamer_id AND place IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM pending_join WHERE tournament_id = entry.tournament_id AND entry_id = entry.id)`,
  disqualified: DISQUALIFIED,
};

/** Confirmed entries that are in without a score, or the disqualified, in the order in which they joined. */
export async function readUnplaced(
  db: Queryable,
  which: Unplaced,
  tournamentId: string,
  after: ReadSoFar | null,
  limit: number,
): Promise<FinalRow[]> {
  const { rows } = await db.$client.query<FinalRow>({
    name: `read-${which}`,
    text: `SELECT NULL::bytea AS place, ${ENTRY}
      FROM entry ${ITS_GAMER}
      WHERE entry.tournament_id = $1 AND (entry.joined_at, entry.id) > ($2, $3)
        AND ${UNPLACED[which]}
      ORDER BY entry.joined_at, entry.id LIMIT $4`,
    values: [tournamentId, after?.joinedAt ?? new Date(0), after?.entryId ?? FIRST_ID, limit],
  });
  return rows;
}

/**
 * The best places within a range and how many entries share each. The places are looked up one by one,
 * and what shares one is counted only where it is few: a place that many share is a stratum of its own.
 */
export async function findBestPlaces(
  db: Queryable,
  tournamentId: string,
  { from, to }: PlaceRange,
  limit: number,
): Promise<PlaceGroup[]> {
  const { rows } = await db.$client.query<PlaceGroup>({
    name: "best-places",
    text: `WITH RECURSIVE best AS (
        (SELECT place, 1 AS n FROM standing
         WHERE tournament_id = $1 AND place >= $2 AND place < $3 ORDER BY place LIMIT 1)
        UNION ALL
        SELECT next.place, best.n + 1
        FROM best CROSS JOIN LATERAL (
          SELECT place FROM standing
          WHERE tournament_id = $1 AND place > best.place AND place < $3 ORDER BY place LIMIT 1
        ) AS next
        WHERE best.n < $4
      )
      SELECT place, coalesce(
        (SELECT alone.entries FROM stratum AS alone
           JOIN stratum AS next ON next.tournament_id = $1 AND next.first = best.place || '\\x00'::bytea
         WHERE alone.tournament_id = $1 AND alone.first = best.place),
        (SELECT count(*) FROM standing WHERE tournament_id = $1 AND place = best.place)
      )::integer AS entries
      FROM best ORDER BY n`,
    values: [tournamentId, from, to, limit],
  });
  return rows;
}

/** How many entries have a place of their own. */
export async function getListedCount(db: Queryable, tournamentId: string): Promise<number> {
  const { rows } = await db.$client.query<{ entries: number }>({
    name: "count-placed",
    text: `SELECT listed AS entries FROM board WHERE tournament_id = $1`,
    values: [tournamentId],
  });
  return rows[0]?.entries ?? 0;
}

/** Where an entry stands on a board that takes no more scores. */
export interface FinalPlace {
  entryId: string;
  noScore: "in" | "out";
  /** How many entries stand at better places than it. */
  better: number;
  /** How many entries are in without a score. */
  unscored: number;
}

/** Reads the places of entries, in any order. */
export async function findFinalPlaces(
  db: Queryable,
  entries: readonly { id: string; tournamentId: string; gamerId: string }[],
): Promise<FinalPlace[]> {
  if (entries.length === 0) return [];
  const { rows } = await db.$client.query<FinalPlace>({
    name: "final-places",
    text: `SELECT asked.entry_id AS "entryId", its_board.no_score AS "noScore",
        ${better("asked.tournament_id", standsAt("its_standing.place", "its_board.no_score"))} AS better,
        ${rankableIn("asked.tournament_id")} - its_board.listed AS unscored
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS asked (entry_id, tournament_id, gamer_id)
        CROSS JOIN LATERAL (
          SELECT scoring ->> 'noScore' AS no_score, listed FROM board
          WHERE tournament_id = asked.tournament_id LIMIT 1) AS its_board
        LEFT JOIN LATERAL (
          SELECT place FROM standing
          WHERE tournament_id = asked.tournament_id AND gamer_id = asked.gamer_id LIMIT 1
        ) AS its_standing ON true`,
    values: [
      arrayLiteral(entries.map(({ id }) => id)),
      arrayLiteral(entries.map(({ tournamentId }) => tournamentId)),
      arrayLiteral(entries.map(({ gamerId }) => gamerId)),
    ],
  });
  return rows;
}
