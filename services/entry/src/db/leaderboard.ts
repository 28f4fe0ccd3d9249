import type { Db, Queryable } from "@tms/kit/database/handle";
import { createBatcher } from "@tms/kit/batching/batcher";
import { better, rankableIn, standsAt, type BoardRow } from "./boards.ts";
import type { ItsBoard, TournamentKey } from "./registrations.ts";

const ORDER = "place, joined_at, entry_id";
const DESCENDING = "place DESC, joined_at DESC, entry_id DESC";
const COLUMNS = `${ORDER}, gamer_id, score, tie_breaks, attempts, reached_at, reached_sequence`;
// An entry with a sort key is not disqualified.
const LISTED = `${COLUMNS}, false AS disqualified`;
const PLACED = "FROM standing WHERE tournament_id = $1 AND place IS NOT NULL";

const NO_SCORE = "board.scoring ->> 'noScore'";

const MOMENT = `board.game_id AS "gameId", ${NO_SCORE} AS "noScore",
    (board.scoring ->> 'attempts')::integer AS "attemptsEach", board.sequence,
    board.changed_at AS "changedAt", board.closed_at IS NOT NULL AS closed, board.listed, ${rankableIn("$1")} AS entries`;

/** Returns SQL for the lines of a page, in any order. `more` is SQL for further columns. */
const lines = (page: string, more = "") => `(SELECT coalesce(json_agg(line), '[]') FROM (
      SELECT encode(page.place, 'hex') AS place,
        round(date_part('epoch', page.joined_at) * 1000) AS "joinedMs",
        page.entry_id AS "entryId", page.gamer_id AS "gamerId", its_gamer.handle,
        its_gamer.display_name AS "displayName",
        page.score, page.tie_breaks AS "tieBreaks", page.attempts,
        round(date_part('epoch', page.reached_at) * 1000) AS "reachedMs",
        page.reached_sequence AS reached, page.disqualified${more}
      FROM ${page} AS page CROSS JOIN LATERAL (
        SELECT handle, display_name FROM gamer WHERE gamer.id = page.gamer_id LIMIT 1) AS its_gamer
    ) AS line) AS rows`;

// Counts better entries for the first two sort keys. rankedLines derives the ranks of later keys. A single
// line with the first key gets null: it has the first rank, or it is the extra line, which needs no rank.
const BETTER = `ARRAY(SELECT CASE WHEN places.lines > 1 OR places.n > 1 THEN ${better("$1", "places.place")} END
    FROM (
      SELECT place, count(*) AS lines, row_number() OVER (ORDER BY place) AS n FROM page
      GROUP BY place ORDER BY place LIMIT 2
    ) AS places ORDER BY places.place) AS better`;

// The cost depends little on the ranks and on the size of the board.
const reading = (page: string) => `WITH page AS MATERIALIZED (${page})
  SELECT ${MOMENT}, ${BETTER}, ${lines("page")} FROM board WHERE board.tournament_id = $1`;

/** Returns SQL for the confirmed entries, with standings, of gamers in the tournament $1 of the game $3. */
const entered = (handles: string) => `SELECT its_standing.place, its_entry.joined_at,
      its_entry.id AS entry_id, asked.gamer_id, its_standing.score,
      coalesce(its_standing.tie_breaks, '{}') AS tie_breaks,
      coalesce(its_standing.attempts, 0) AS attempts, its_standing.reached_at,
      its_standing.reached_sequence, its_entry.disqualified
    FROM unnest(${handles}) AS named (handle)
      CROSS JOIN LATERAL (
        SELECT id AS gamer_id FROM gamer WHERE game_id = $3 AND gamer.handle = named.handle LIMIT 1
      ) AS asked
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

const AT_START = "($3, $4, $5)";
const AHEAD_OF_MIDDLE = `${PLACED} AND (${ORDER}) < (middle.place, middle.joined_at, middle.entry_id)
        ORDER BY ${DESCENDING}`;

const STATEMENTS = {
  // `first`, `after` and `before` read $2 lines, and the next line on each side, if any.
  first: `SELECT ${MOMENT}, '{}'::integer[] AS better,
      ${lines(`(SELECT ${LISTED} ${PLACED} ORDER BY ${ORDER} LIMIT $2 + 1)`)}
    FROM board WHERE board.tournament_id = $1`,
  after: reading(`
    (SELECT ${LISTED} ${PLACED} AND (${ORDER}) <= ${AT_START} ORDER BY ${DESCENDING} LIMIT 1)
    UNION ALL
    (SELECT ${LISTED} ${PLACED} AND (${ORDER}) > ${AT_START} ORDER BY ${ORDER} LIMIT $2 + 1)`),
  before: reading(`
    (SELECT ${LISTED} ${PLACED} AND (${ORDER}) < ${AT_START} ORDER BY ${DESCENDING} LIMIT $2 + 1)
    UNION ALL
    (SELECT ${LISTED} ${PLACED} AND (${ORDER}) >= ${AT_START} ORDER BY ${ORDER} LIMIT 1)`),
  // Reads $2 lines around each gamer, and one more on each side. If one side is short, the other has more.
  around: `SELECT ${MOMENT}, (SELECT json_agg(its_window) FROM (
      SELECT its.better, its.rows FROM unnest($4::text[]) WITH ORDINALITY AS asked (handle, n)
      CROSS JOIN LATERAL (
        WITH middle AS MATERIALIZED (
          SELECT ${ORDER} ${PLACED} AND gamer_id = (
            SELECT id FROM gamer WHERE game_id = $3 AND gamer.handle = asked.handle)
        ), near AS MATERIALIZED (
          SELECT count(*) FROM middle
          CROSS JOIN LATERAL (SELECT ${AHEAD_OF_MIDDLE} LIMIT $2 / 2) AS ahead
        ), behind AS MATERIALIZED (
          SELECT its.* FROM middle CROSS JOIN LATERAL (
            SELECT ${LISTED} ${PLACED}
              AND (${ORDER}) >= (middle.place, middle.joined_at, middle.entry_id)
            ORDER BY ${ORDER} LIMIT $2 + 1 - (SELECT count FROM near)) AS its
        ), page AS MATERIALIZED (
          SELECT * FROM behind UNION ALL SELECT its.* FROM middle CROSS JOIN LATERAL (
            SELECT ${LISTED} ${AHEAD_OF_MIDDLE}
            LIMIT $2 / 2 + 1 + greatest(0, $2 - $2 / 2 - (SELECT count(*) FROM behind))) AS its)
        SELECT ${BETTER}, ${lines("page")}
      ) AS its ORDER BY asked.n) AS its_window) AS windows
  FROM board WHERE board.tournament_id = $1`,
  of: `WITH page AS MATERIALIZED (${entered("$2::text[]")})
  SELECT ${MOMENT}, ${lines("page", `, ${better("$1", standsAt("page.place", NO_SCORE))} AS better`)}
  FROM board WHERE board.tournament_id = $1`,
};

/** A line of a leaderboard. Times are in milliseconds, and sort keys are hexadecimal. */
export interface LeaderboardRow {
  entryId: string;
  gamerId: string;
  handle: string;
  displayName: string | null;
  /** Null for an entry without a sort key, which is not listed. */
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

export interface LeaderboardMoment
  extends ItsBoard, Pick<BoardRow, "gameId" | "sequence" | "changedAt"> {
  /** The number of confirmed entries that are not disqualified. */
  entries: number;
  closed: boolean;
  /** The maximum number of attempts per gamer. */
  attemptsEach: number;
}

export interface LeaderboardLines {
  rows: LeaderboardRow[];
  /**
   * The numbers of entries with a better sort key than the first line, and than the first line with another
   * sort key. The first number is null if the first line has the first rank or needs none.
   */
  better: (number | null)[];
}

export interface LeaderboardSelection extends LeaderboardMoment {
  /** `better` is the number of entries with a better sort key. Null sort keys count as {@link standsAt}. */
  rows: (LeaderboardRow & { better: number })[];
}

export type LinePosition = Pick<LeaderboardRow, "place" | "joinedMs" | "entryId">;

/** A position, and the side of the position on which the page is. */
export interface LeaderboardStart extends LinePosition {
  side: "after" | "before";
}

/** Reads the lines of a page, and the next line on each side, if any. Returns undefined without a board. */
export async function readLeaderboardPage(
  db: Queryable,
  tournamentId: string,
  start: LeaderboardStart | null,
  size: number,
): Promise<(LeaderboardMoment & LeaderboardLines) | undefined> {
  const name = start?.side ?? "first";
  const position = start
    ? [Buffer.from(start.place ?? "", "hex"), new Date(start.joinedMs), start.entryId]
    : [];
  const { rows } = await db.$client.query<LeaderboardMoment & LeaderboardLines>({
    name: `leaderboard-${name}`,
    text: STATEMENTS[name],
    values: [tournamentId, size, ...position],
  });
  return rows[0];
}

const WINDOWS = { maxBatch: 128, inFlight: 2, maxWaiting: 8_192 };

/**
 * Creates a function that reads `size` lines around a gamer, and one more line on each side. The result is
 * undefined without a board, and has no lines if the gamer is not listed. Concurrent reads with the same
 * tournament and `size` share a statement.
 */
export const createWindowReader = (db: Db) =>
  createBatcher<
    TournamentKey & { handle: string; size: number },
    { moment: LeaderboardMoment; window: LeaderboardLines } | undefined
  >(async (reads, answer) => {
    const numbered = reads.map((read, index) => ({ ...read, index }));
    const groups = Map.groupBy(numbered, ({ gameId, tournamentId, size }) =>
      [gameId, tournamentId, size].join("/"),
    );
    const readGroup = async (group: typeof numbered) => {
      const [first] = group;
      if (first === undefined) return;
      const handles = group.map(({ handle }) => handle);
      const { rows } = await db.$client.query<LeaderboardMoment & { windows: LeaderboardLines[] }>({
        name: "leaderboard-around",
        text: STATEMENTS.around,
        values: [first.tournamentId, first.size, first.gameId, handles],
      });
      const [moment] = rows;
      group.forEach(({ index }, n) => {
        const window = moment?.windows[n];
        answer(moment && window && { moment, window }, index);
      });
    };
    await Promise.all(Array.from(groups.values(), readGroup));
  }, WINDOWS);

/** Reads the lines of gamers with a confirmed entry. Returns undefined if the tournament has no board. */
export async function readLeaderboardOf(
  db: Queryable,
  { tournamentId, gameId }: TournamentKey,
  handles: readonly string[],
): Promise<LeaderboardSelection | undefined> {
  const { rows } = await db.$client.query<LeaderboardSelection>({
    name: "leaderboard-of",
    text: STATEMENTS.of,
    values: [tournamentId, handles, gameId],
  });
  return rows[0];
}
