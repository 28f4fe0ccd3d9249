import { getColumns, sql } from "drizzle-orm";
import { arrayLiteral, toLiterals } from "@tms/kit/database/array-literal";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, insertion, oneOf, queryRows, sole } from "@tms/kit/database/rows-of";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { WhenHeld } from "./registrations.ts";
import { classPlace } from "./sort-keys.ts";
import { board, stratum } from "./tables.ts";

type Stored = typeof board.$inferSelect;

export interface BoardRow extends Stored {
  /** The time at which the row was read, by the clock of the environment. */
  readAt: Date;
}

/** Locks boards. `skip` skips boards that others have locked. Returns the tournament ids of locked boards. */
export async function lockBoards(
  tx: Tx,
  tournamentIds: readonly string[],
  whenHeld: WhenHeld = "wait",
): Promise<Set<string>> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: `lock-boards-${whenHeld}`,
    text: `SELECT tournament_id AS id FROM board WHERE tournament_id = ANY($1::uuid[])
      ORDER BY tournament_id FOR NO KEY UPDATE ${whenHeld === "skip" ? "SKIP LOCKED" : ""}`,
    values: [arrayLiteral(tournamentIds)],
  });
  return new Set(rows.map(({ id }) => id));
}

const byIds = prepared((db) =>
  db
    .select({ ...getColumns(board), readAt: gameTime("board", "clock_timestamp()") })
    .from(board)
    .where(oneOf(board.tournamentId, sql.placeholder("ids"))),
);

/** Finds boards. After {@link lockBoards}, reads the previous lock holder's writes, and a later `readAt`. */
export const findBoards = (db: Queryable, tournamentIds: readonly string[]): Promise<BoardRow[]> =>
  byIds(db, { ids: arrayOf(board.tournamentId, tournamentIds) });

export const getBoard = (db: Queryable, tournamentId: string): Promise<BoardRow> =>
  sole(findBoards(db, [tournamentId]), "a tournament that takes scores has no board");

/** Locks the board of a tournament. Throws TOURNAMENT_ENDED if the tournament has ended meanwhile. */
export async function lockOpenBoard(tx: Tx, tournamentId: string): Promise<BoardRow> {
  await lockBoards(tx, [tournamentId]);
  const locked = await getBoard(tx, tournamentId);
  if (locked.readAt >= locked.endsAt) throw new DomainError("TOURNAMENT_ENDED");
  return locked;
}

/** Returns the time for a change to a locked board. The time is never before the previous change. */
export const toMoment = ({ readAt, changedAt }: BoardRow): Date =>
  readAt > changedAt ? readAt : changedAt;

/** Stores the last sequence and the time of the last change of locked boards. */
export async function advanceBoards(
  tx: Tx,
  boards: readonly Pick<BoardRow, "tournamentId" | "sequence" | "changedAt">[],
): Promise<void> {
  await tx.$client.query({
    name: "advance-boards",
    text: `UPDATE board SET sequence = given.sequence, changed_at = given.changed_at
      FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) AS given (id, sequence, changed_at)
      WHERE tournament_id = given.id`,
    values: toLiterals(boards, "tournamentId", "sequence", "changedAt"),
  });
}

/** Returns SQL for the number of confirmed entries that are not disqualified. */
export const rankableIn = (tournamentId: string) => `(SELECT seats_taken - disqualified - (
    SELECT count(*)::integer FROM pending_join WHERE tournament_id = ${tournamentId})
  FROM registration WHERE tournament_id = ${tournamentId})`;

/** A range of sort keys, from `first` to the next stratum, and the number of entries in the range. */
export interface Stratum {
  first: Buffer;
  entries: number;
}

export interface PlaceGroup {
  place: Buffer;
  entries: number;
}

/** Returns the lowest sort key that is greater than `place`. */
export const behind = (place: Buffer): Buffer => Buffer.concat([place, Buffer.alloc(1)]);

export interface PlaceChange {
  tournamentId: string;
  from: Buffer | null;
  to: Buffer | null;
}

export interface StratumRow extends Stratum {
  tournamentId: string;
  /** The first sort key of the next stratum; null for the last stratum. */
  next: Buffer | null;
}

/** Updates the counts of listed entries and of strata of locked boards. Returns the changed strata. */
export async function countChanges(tx: Tx, changes: readonly PlaceChange[]) {
  if (changes.length === 0) return [];
  const { rows } = await tx.$client.query<StratumRow>({
    name: "count-changes",
    text: `WITH given AS (
        SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::bytea[])
          AS given (tournament_id, from_place, to_place)
      ), counted AS (
        UPDATE board SET listed = listed + more
        FROM (SELECT tournament_id AS id, (count(to_place) - count(from_place))::integer AS more
          FROM given GROUP BY tournament_id) AS growth
        WHERE tournament_id = growth.id AND more <> 0
      ), located AS MATERIALIZED (
        SELECT given.tournament_id, its.first, sum(move.change)::integer AS change
        FROM given
          CROSS JOIN LATERAL (VALUES (from_place, -1), (to_place, 1)) AS move (place, change)
          CROSS JOIN LATERAL (
            SELECT first FROM stratum
            WHERE tournament_id = given.tournament_id AND first <= move.place
            ORDER BY first DESC LIMIT 1
          ) AS its
        GROUP BY given.tournament_id, its.first HAVING sum(move.change) <> 0
      )
      UPDATE stratum SET entries = stratum.entries + located.change FROM located
      WHERE stratum.tournament_id = located.tournament_id AND stratum.first = located.first
      RETURNING stratum.tournament_id AS "tournamentId", stratum.first, stratum.entries,
        (SELECT other.first FROM stratum AS other
         WHERE other.tournament_id = stratum.tournament_id AND other.first > stratum.first
         ORDER BY other.first LIMIT 1) AS next`,
    values: toLiterals(changes, "tournamentId", "from", "to"),
  });
  return rows;
}

export const findPlaceGroups = (db: Queryable, { tournamentId, first, next }: StratumRow) =>
  queryRows<PlaceGroup>(db, {
    name: "place-groups",
    text: `SELECT place, count(*)::integer AS entries FROM standing
      WHERE tournament_id = $1 AND place >= $2 AND ($3::bytea IS NULL OR place < $3)
      GROUP BY place ORDER BY place`,
    values: [tournamentId, first, next],
  });

export const storeStrata = insertion(
  stratum,
  getColumns(stratum),
  "ON CONFLICT (tournament_id, first) DO UPDATE SET entries = excluded.entries",
);

/** Merges a stratum into the previous stratum, unless both together have more than `max` entries. */
export async function mergeIntoPrevious(
  tx: Tx,
  { tournamentId, first, entries }: StratumRow,
  max: number,
): Promise<void> {
  await tx.execute(sql`
    WITH previous AS (
      SELECT first, entries FROM ${stratum} WHERE tournament_id = ${tournamentId} AND first < ${first}
      ORDER BY first DESC LIMIT 1
    ), gone AS (
      DELETE FROM ${stratum} USING previous
      WHERE tournament_id = ${tournamentId} AND stratum.first = ${first}
        AND previous.entries + ${entries} <= ${max}
      RETURNING previous.first
    )
    UPDATE ${stratum} SET entries = stratum.entries + ${entries} FROM gone
    WHERE tournament_id = ${tournamentId} AND stratum.first = gone.first`);
}

/**
 * Returns SQL for the number of entries with a better sort key; 0 if `place` is null. Adds up the better
 * strata, and counts only within the stratum of `place`, so that the cost depends little on the rank.
 */
export const better = (tournamentId: string, place: string) => `coalesce((
  SELECT (SELECT coalesce(sum(entries), 0) FROM stratum
      WHERE tournament_id = ${tournamentId} AND first < its.first)
    + (SELECT count(*) FROM standing
      WHERE tournament_id = ${tournamentId} AND place >= its.first AND place < ${place})
  FROM (SELECT first FROM stratum WHERE tournament_id = ${tournamentId} AND first <= ${place}
    ORDER BY first DESC LIMIT 1) AS its), 0)::integer`;

/** Returns SQL for the sort key `place` or, if null, for the class that `noScore` gives to the entry. */
export const standsAt = (place: string, noScore: string) => `coalesce(${place},
  CASE ${noScore} WHEN 'in' THEN ${classPlace("unscored")} ELSE ${classPlace("outside")} END)`;

/** Returns the number of entries that rank before each sort key, in the order of `places`. */
export async function countBetter(
  db: Queryable,
  places: readonly { tournamentId: string; place: Buffer }[],
): Promise<number[]> {
  if (places.length === 0) return [];
  const { rows } = await db.$client.query<{ better: number }>({
    name: "count-better",
    text: `SELECT ${better("asked.tournament_id", "asked.place")} + coalesce(CASE
        WHEN asked.place >= ${classPlace("eliminated")} AND asked.place < ${classPlace("outside")} THEN (
          SELECT ${rankableIn("board.tournament_id")} - listed FROM board
          WHERE tournament_id = asked.tournament_id AND scoring ->> 'noScore' = 'in')
        END, 0) AS better
      FROM unnest($1::uuid[], $2::bytea[]) WITH ORDINALITY AS asked (tournament_id, place, n)
      ORDER BY asked.n`,
    values: toLiterals(places, "tournamentId", "place"),
  });
  return rows.map((row) => row.better);
}
