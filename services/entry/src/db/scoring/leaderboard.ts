import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable } from "@tms/kit/database/handle";
import { better } from "./strata.ts";

/** A line of a leaderboard, as it is read: moments are milliseconds, places in hexadecimal. */
export interface LeaderboardRow {
  entryId: string;
  gamerId: string;
  handle: string;
  displayName: string | null;
  /** Null for one who has no place of their own, and is not listed. */
  place: string | null;
  disqualified: boolean;
  joinedMs: number;
  score: number | null;
  tieBreaks: number[];
  attempts: number;
  reachedMs: number | null;
  /** The sequence of the attempt that last changed score or tie-breaks. */
  reached: number | null;
}

/** What a leaderboard is at one moment, whatever is read of it. */
export interface LeaderboardMoment {
  gameId: string;
  /** All confirmed entries but the disqualified, and those that have a place of their own. */
  entries: number;
  listed: number;
  noScore: "in" | "out";
  /** How many attempts a gamer has. */
  attemptsEach: number;
  sequence: bigint;
  changedAt: Date;
}

/** Lines that follow each other, all of one moment. */
export interface LeaderboardPart extends LeaderboardMoment {
  rows: LeaderboardRow[];
  /** How many entries stand at better places than the first line … */
  betterThanFirst: number;
  /** … and than the first line that stands at another place. */
  betterThanSecond: number;
  /** Whether lines stand before these, and after them. */
  hasAhead: boolean;
  hasBehind: boolean;
}

/** Lines of some gamers, wherever they stand, all of one moment. */
export interface LeaderboardSelection extends LeaderboardMoment {
  /** Each with how many entries stand at better places. */
  rows: (LeaderboardRow & { better: number })[];
}

/** A position in a leaderboard: that of an entry. */
export interface LeaderboardPosition {
  place: Buffer;
  joinedAt: Date;
  entryId: string;
}

/** Where a page begins: after an entry, or so that it ends before one. */
export interface LeaderboardStart extends LeaderboardPosition {
  side: "after" | "before";
}

const ORDER = "place, joined_at, entry_id";
const DESCENDING = "place DESC, joined_at DESC, entry_id DESC";
const COLUMNS = `${ORDER}, gamer_id, score, tie_breaks, attempts, reached_at, reached_sequence`;
// Whoever has a place of their own is not disqualified.
const LISTED = `${COLUMNS}, false AS disqualified`;
const PLACED = "FROM standing WHERE tournament_id = $1 AND place IS NOT NULL";

const MOMENT = `board.game_id AS "gameId", board.scoring ->> 'noScore' AS "noScore",
    (board.scoring ->> 'attempts')::integer AS "attemptsEach", board.sequence,
    board.changed_at AS "changedAt",
    (SELECT coalesce(sum(entries), 0)::integer FROM stratum WHERE tournament_id = $1) AS listed,
    (SELECT seats_taken - disqualified - (
        SELECT count(*)::integer FROM pending_join WHERE tournament_id = $1)
      FROM registration WHERE tournament_id = $1) AS entries`;

/** SQL: the lines of the CTE `page`, with further columns. Those without a place come last. */
const lines = (
  more = "",
) => `(SELECT coalesce(json_agg(line ORDER BY place COLLATE "C", "joinedAt", "entryId"), '[]') FROM (
      SELECT encode(page.place, 'hex') AS place, page.joined_at AS "joinedAt",
        round(date_part('epoch', page.joined_at) * 1000) AS "joinedMs",
        page.entry_id AS "entryId", page.gamer_id AS "gamerId", its_gamer.handle,
        its_gamer.display_name AS "displayName",
        page.score, page.tie_breaks AS "tieBreaks", page.attempts,
        round(date_part('epoch', page.reached_at) * 1000) AS "reachedMs",
        page.reached_sequence AS reached, page.disqualified${more}
      FROM page CROSS JOIN LATERAL (
        SELECT handle, display_name FROM gamer WHERE gamer.id = page.gamer_id LIMIT 1) AS its_gamer
    ) AS line) AS rows`;

const hasBeside = (of: string, side: "<" | ">", order: string) => `EXISTS (
      SELECT FROM ${of} CROSS JOIN LATERAL (
        SELECT ${PLACED} AND (${ORDER}) ${side} (${of}.place, ${of}.joined_at, ${of}.entry_id)
        ORDER BY ${order} LIMIT 1) AS beside)`;

// One statement is one moment. What is read depends neither on the ranks nor on the size of the board.
const reading = (page: string) => `WITH page AS MATERIALIZED (${page}),
  at_first AS MATERIALIZED (
    SELECT ${ORDER} FROM page WHERE place IS NOT NULL ORDER BY ${ORDER} LIMIT 1),
  at_last AS MATERIALIZED (
    SELECT ${ORDER} FROM page WHERE place IS NOT NULL ORDER BY ${DESCENDING} LIMIT 1),
  at_second AS MATERIALIZED (
    SELECT place FROM page WHERE place > (SELECT place FROM at_first) ORDER BY place LIMIT 1)
  SELECT ${MOMENT},
    ${better("$1", "(SELECT place FROM at_first)")} AS "betterThanFirst",
    ${better("$1", "(SELECT place FROM at_second)")} AS "betterThanSecond",
    ${hasBeside("at_first", "<", DESCENDING)} AS "hasAhead",
    ${hasBeside("at_last", ">", ORDER)} AS "hasBehind",
    ${lines()}
  FROM board WHERE board.tournament_id = $1`;

/** SQL: the entries of some gamers in the tournament, and their standings if they have any. */
const entered = (gamers: string) => `SELECT its_standing.place, its_entry.joined_at,
      its_entry.id AS entry_id, asked.gamer_id, its_standing.score,
      coalesce(its_standing.tie_breaks, '{}') AS tie_breaks,
      coalesce(its_standing.attempts, 0) AS attempts, its_standing.reached_at,
      its_standing.reached_sequence, its_entry.disqualified
    FROM unnest(${gamers}) AS asked (gamer_id)
      CROSS JOIN LATERAL (
        SELECT id, joined_at, disqualified FROM entry
        WHERE tournament_id = $1 AND entry.gamer_id = asked.gamer_id AND NOT EXISTS (
          SELECT FROM pending_join
          WHERE tournament_id = entry.tournament_id AND entry_id = entry.id
        ) LIMIT 1
      ) AS its_entry
      LEFT JOIN LATERAL (
        SELECT * FROM standing WHERE tournament_id = $1 AND gamer_id = asked.gamer_id LIMIT 1
      ) AS its_standing ON true`;

const TEXTS = {
  first: reading(`SELECT ${LISTED} ${PLACED} ORDER BY ${ORDER} LIMIT $2`),
  after: reading(
    `SELECT ${LISTED} ${PLACED} AND (${ORDER}) > ($3, $4, $5) ORDER BY ${ORDER} LIMIT $2`,
  ),
  before: reading(
    `SELECT ${LISTED} ${PLACED} AND (${ORDER}) < ($3, $4, $5) ORDER BY ${DESCENDING} LIMIT $2`,
  ),
  // Around a gamer who has no place of their own it is the end, and the gamer.
  around: reading(`WITH gamer_line AS MATERIALIZED (${entered("ARRAY[$3::uuid]")}),
    middle AS MATERIALIZED (
      SELECT ${ORDER} FROM gamer_line WHERE place IS NOT NULL
    ), ahead AS (
      SELECT ahead.* FROM middle CROSS JOIN LATERAL (
        SELECT ${LISTED} ${PLACED} AND (${ORDER}) < (middle.place, middle.joined_at, middle.entry_id)
        ORDER BY ${DESCENDING} LIMIT $2 / 2) AS ahead
    ), behind AS (
      SELECT behind.* FROM middle CROSS JOIN LATERAL (
        SELECT ${LISTED} ${PLACED} AND (${ORDER}) >= (middle.place, middle.joined_at, middle.entry_id)
        ORDER BY ${ORDER} LIMIT $2 - $2 / 2) AS behind
    ), ending AS (SELECT ${LISTED} ${PLACED} AND NOT EXISTS (SELECT FROM middle)
      ORDER BY ${DESCENDING} LIMIT $2 - (SELECT count(*) FROM gamer_line))
    SELECT * FROM ahead UNION ALL SELECT * FROM behind UNION ALL SELECT * FROM ending
      UNION ALL SELECT ${COLUMNS}, disqualified FROM gamer_line WHERE place IS NULL`),
  of: `WITH page AS MATERIALIZED (${entered("$2::uuid[]")})
  SELECT ${MOMENT}, ${lines(`, ${better("$1", "page.place")} AS better`)}
  FROM board WHERE board.tournament_id = $1`,
};

/** Reads a page, from the beginning or from where it starts; undefined where there is no board. */
export async function readLeaderboardPage(
  db: Queryable,
  tournamentId: string,
  start: LeaderboardStart | null,
  size: number,
): Promise<LeaderboardPart | undefined> {
  const name = start?.side ?? "first";
  const position = start ? [start.place, start.joinedAt, start.entryId] : [];
  const { rows } = await db.$client.query<LeaderboardPart>({
    name: `leaderboard-${name}`,
    text: TEXTS[name],
    values: [tournamentId, size, ...position],
  });
  return rows[0];
}

/**
 * Reads so many lines with a gamer in the middle, or the end and the gamer where they have no place of
 * their own; undefined where there is no board.
 */
export async function readLeaderboardAround(
  db: Queryable,
  tournamentId: string,
  gamerId: string,
  size: number,
): Promise<LeaderboardPart | undefined> {
  const { rows } = await db.$client.query<LeaderboardPart>({
    name: "leaderboard-around",
    text: TEXTS.around,
    values: [tournamentId, size, gamerId],
  });
  return rows[0];
}

/** Reads the lines of those of these gamers who are entered; undefined where there is no board. */
export async function readLeaderboardOf(
  db: Queryable,
  tournamentId: string,
  gamerIds: readonly string[],
): Promise<LeaderboardSelection | undefined> {
  const { rows } = await db.$client.query<LeaderboardSelection>({
    name: "leaderboard-of",
    text: TEXTS.of,
    values: [tournamentId, arrayLiteral(gamerIds)],
  });
  return rows[0];
}
