import { arrayLiteral } from "@tms/kit/database/array-literal";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { getColumns, sql } from "drizzle-orm";
import type { WhenHeld } from "./registrations.ts";
import { board } from "./tables.ts";

/** The board of a tournament that takes scores, as stored. */
export interface BoardRow extends Pick<
  typeof board.$inferSelect,
  "tournamentId" | "gameId" | "scoring" | "startsAt" | "endsAt" | "changedAt" | "closedAt"
> {
  /** The last sequence given to an attempt. */
  sequence: bigint;
  /** When the row was read, by the clock of its environment. */
  readAt: Date;
}

const locking = (config: { skipLocked?: true }) =>
  prepared((db) =>
    db
      .select({ tournamentId: board.tournamentId })
      .from(board)
      .where(oneOf(board.tournamentId, sql.placeholder("ids")))
      .orderBy(board.tournamentId)
      .for("no key update", config),
  );
const lock = { wait: locking({}), skip: locking({ skipLocked: true }) };

/** Locks boards against whatever changes a place, in the order of their ids; returns which it locked. */
export async function lockBoards(
  tx: Tx,
  tournamentIds: readonly string[],
  whenHeld: WhenHeld = "wait",
): Promise<Set<string>> {
  const rows = await lock[whenHeld](tx, { ids: arrayOf(board.tournamentId, tournamentIds) });
  return new Set(rows.map((row) => row.tournamentId));
}

const byIds = prepared((db) =>
  db
    .select({ ...getColumns(board), readAt: gameTime("board", "clock_timestamp()") })
    .from(board)
    .where(oneOf(board.tournamentId, sql.placeholder("ids"))),
);

/**
 * Reads boards. After {@link lockBoards}, in a statement of its own: what the lock waited for is seen,
 * and the time is that of who has the lock.
 */
export async function findBoards(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<BoardRow[]> {
  return await byIds(db, { ids: arrayOf(board.tournamentId, tournamentIds) });
}

/** The board of a tournament that takes scores; see {@link findBoards}. */
export async function getBoard(db: Queryable, tournamentId: string): Promise<BoardRow> {
  const [found] = await findBoards(db, [tournamentId]);
  if (found === undefined) throw new Error("a tournament that takes scores has no board");
  return found;
}

const [advance, advanceRows] = rowsOf("advance", {
  tournamentId: board.tournamentId,
  sequence: board.sequence,
  changedAt: board.changedAt,
});
const advanceAll = prepared((db) =>
  db
    .update(board)
    .set({ sequence: sql`${advance.sequence}`, changedAt: sql`${advance.changedAt}` })
    .from(advance)
    .where(sql`${board.tournamentId} = ${advance.tournamentId}`),
);

const [comers, comerRows] = rowsOf("comers", {
  tournamentId: board.tournamentId,
  more: board.listed,
});
const countAll = prepared((db) =>
  db
    .update(board)
    .set({ listed: sql`${board.listed} + ${comers.more}` })
    .from(comers)
    .where(sql`${board.tournamentId} = ${comers.tournamentId}`),
);

/** How many more entries of a board have a place than before; negative when there are fewer. */
export interface BoardGrowth {
  tournamentId: string;
  more: number;
}

/** Counts the entries of locked boards that have a place. */
export async function addListed(tx: Tx, growths: readonly BoardGrowth[]): Promise<void> {
  if (growths.length > 0) await countAll(tx, comerRows(growths));
}

/** Notes the last sequence and the last change of locked boards. */
export async function advanceBoards(
  tx: Tx,
  boards: readonly Pick<BoardRow, "tournamentId" | "sequence" | "changedAt">[],
): Promise<void> {
  await advanceAll(tx, advanceRows(boards));
}

/** SQL: how many confirmed entries of a tournament, whose id is given as SQL, are not disqualified. */
export const rankableIn = (tournamentId: string) => `(SELECT seats_taken - disqualified - (
    SELECT count(*)::integer FROM pending_join WHERE tournament_id = ${tournamentId})
  FROM registration WHERE tournament_id = ${tournamentId})`;

/**
 * How many of the entries of boards are in without a score and rank ahead of the eliminated, which is
 * what `noScore: "in"` makes of them; by tournament.
 */
export async function countUnscored(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<Map<string, number>> {
  if (tournamentIds.length === 0) return new Map();
  const { rows } = await db.$client.query<{ tournamentId: string; entries: number }>({
    name: "count-unscored",
    text: `SELECT tournament_id AS "tournamentId",
        CASE WHEN scoring ->> 'noScore' = 'in' THEN ${rankableIn("board.tournament_id")} - listed
          ELSE 0 END AS entries
      FROM board WHERE tournament_id = ANY($1::uuid[])`,
    values: [arrayLiteral([...new Set(tournamentIds)])],
  });
  return new Map(rows.map(({ tournamentId, entries }) => [tournamentId, entries]));
}
