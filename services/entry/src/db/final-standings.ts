import type { Queryable } from "@tms/kit/database/handle";
import { FIRST_ID } from "@tms/kit/values/ids";
import { toArrays } from "./array-parameters.ts";
import { rankableIn } from "./boards.ts";
import { DISQUALIFIED_ORDER, standingsOrder } from "./standings-order.ts";
import type { ListedRow } from "./standings.ts";
import { better, standsAt, type PlaceGroup } from "./strata.ts";

/** An entry, and its sort key if it has one. */
export interface FinalRow extends ListedRow {
  place: Buffer | null;
}

/** Sort keys from `from`, inclusive, to `to`, exclusive. */
export interface PlaceRange {
  from: Buffer;
  to: Buffer;
}

// The index of the standings returns entries of one order by join time. The order 0 means in and not placed.
const STILL_IN = `${standingsOrder("entry")} = 0`;
const DISQUALIFIED = `${standingsOrder("entry")} = ${DISQUALIFIED_ORDER}`;

const moment = (column: string, name: string) =>
  `round(date_part('epoch', ${column}) * 1000) AS "${name}"`;
const ENTRY = `entry.id, entry.gamer_id AS "gamerId", its_gamer.handle,
  its_gamer.display_name AS "displayName", entry.metadata,
  entry.exit_number AS "exitNumber", entry.placement, entry.disqualified, 0 AS "disqualifiedAhead",
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

/** Reads entries within a range of sort keys, in their order. */
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

/** Groups of entries without a sort key. */
export type Unplaced = "unscored" | "disqualified";

// Evaluated once, before any entry is read, because usually all entries have a sort key.
const HAS_UNPLACED = `(SELECT seats_taken - disqualified - (
      SELECT count(*) FROM pending_join WHERE pending_join.tournament_id = $1) > board.listed
    FROM registration JOIN board ON board.tournament_id = $1
    WHERE registration.tournament_id = $1)`;

const UNPLACED: Readonly<Record<Unplaced, string>> = {
  unscored: `${HAS_UNPLACED} AND ${STILL_IN} AND NOT EXISTS (
    SELECT FROM standing WHERE tournament_id = entry.tournament_id
      AND gamer_id = entry.gamer_id AND place IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM pending_join WHERE tournament_id = entry.tournament_id AND entry_id = entry.id)`,
  disqualified: DISQUALIFIED,
};

/** Reads confirmed entries that are in without a score, or disqualified entries, by join time. */
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
 * Finds the best sort keys within a range. Entries with the same sort key are counted only if they are few,
 * because a sort key of many entries has its own stratum.
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

/** The position of an entry on a closed board. */
export interface FinalPlace {
  entryId: string;
  noScore: "in" | "out";
  /** The number of entries with better sort keys. */
  better: number;
  /** The number of entries that are in without a score. */
  unscored: number;
}

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
    values: toArrays(entries, "id", "tournamentId", "gamerId"),
  });
  return rows;
}
