import type { Queryable } from "@tms/kit/database";
import { CONFIRMED, ENTRY, type EntryRow } from "./entries.ts";

/** Position within the standings. */
export interface StandingsPosition {
  rank: number;
  joinedAt: Date;
  id: string;
}

/** What settling needs of an entry. */
export interface StandingRow {
  id: string;
  gamer_id: string;
  handle: string;
  rank: number | null;
  /** When it joined, as milliseconds: reading a date costs as much as all the rest. */
  joined_ms: number;
}

const AFTER = `AND (coalesce(entry.rank, 0), entry.joined_at, entry.id) > ($3, $4, $5)`;
const ORDER = `ORDER BY coalesce(entry.rank, 0), entry.joined_at, entry.id LIMIT $2`;

const bounds = (tournamentId: string, after: StandingsPosition | null, limit: number) => [
  tournamentId,
  limit,
  ...(after ? [after.rank, after.joinedAt, after.id] : []),
];

/** Confirmed entries in the order of the standings: those still in, then by rank. */
export async function listStandings(
  db: Queryable,
  tournamentId: string,
  after: StandingsPosition | null,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await db.query<EntryRow>({
    name: after ? "list-standings-after" : "list-standings",
    text: `${ENTRY} WHERE entry.tournament_id = $1 AND ${CONFIRMED}
      ${after ? AFTER : ""} ${ORDER}`,
    values: bounds(tournamentId, after, limit),
  });
  return rows;
}

/** The same, with little of each entry. */
export async function scanStandings(
  db: Queryable,
  tournamentId: string,
  after: StandingsPosition | null,
  limit: number,
): Promise<StandingRow[]> {
  const { rows } = await db.query<StandingRow>({
    name: after ? "scan-standings-after" : "scan-standings",
    text: `SELECT entry.id, entry.gamer_id, gamer.handle, entry.rank,
        (extract(epoch FROM entry.joined_at) * 1000)::float8 AS joined_ms
      FROM entry
      CROSS JOIN LATERAL (SELECT handle FROM gamer WHERE id = entry.gamer_id LIMIT 1) AS gamer
      WHERE entry.tournament_id = $1 AND ${CONFIRMED}
      ${after ? AFTER : ""} ${ORDER}`,
    values: bounds(tournamentId, after, limit),
  });
  return rows;
}

/** A standing, and in which tournament. */
export type TournamentStandingRow = Omit<StandingRow, "joined_ms"> & { tournament_id: string };

/** The first entries of each of several tournaments, in the order of its standings. */
export async function scanSmallStandings(
  db: Queryable,
  tournamentIds: readonly string[],
  limitEach: number,
): Promise<TournamentStandingRow[]> {
  const { rows } = await db.query<TournamentStandingRow>({
    name: "scan-small-standings",
    text: `SELECT entry.tournament_id, entry.id, entry.gamer_id, gamer.handle, entry.rank
      FROM unnest($1::uuid[]) AS tournament (id)
      CROSS JOIN LATERAL (
        SELECT * FROM entry WHERE entry.tournament_id = tournament.id AND ${CONFIRMED} ${ORDER}
      ) AS entry
      CROSS JOIN LATERAL (SELECT handle FROM gamer WHERE id = entry.gamer_id LIMIT 1) AS gamer
      ORDER BY entry.tournament_id, coalesce(entry.rank, 0), entry.joined_at, entry.id`,
    values: [tournamentIds, limitEach],
  });
  return rows;
}
