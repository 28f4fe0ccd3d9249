import { getColumns, sql } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf, rowsOf } from "@tms/kit/database/rows-of";
import type { WhenHeld } from "./registrations.ts";
import { board } from "./tables.ts";

export interface BoardRow extends Pick<
  typeof board.$inferSelect,
  | "tournamentId"
  | "gameId"
  | "scoring"
  | "startsAt"
  | "endsAt"
  | "changedAt"
  | "listed"
  | "closedAt"
> {
  /** The sequence of the last attempt; 0 before the first attempt. */
  sequence: bigint;
  /** The time at which the row was read, by the clock of the environment. */
  readAt: Date;
}

/** Locks boards in the order of their ids. Returns the ids of the locked boards. */
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

/**
 * Finds boards. After {@link lockBoards}, this separate statement sees the writes of the previous lock
 * holder, and reads the time under the lock.
 */
export async function findBoards(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<BoardRow[]> {
  return await byIds(db, { ids: arrayOf(board.tournamentId, tournamentIds) });
}

export async function getBoard(db: Queryable, tournamentId: string): Promise<BoardRow> {
  const [found] = await findBoards(db, [tournamentId]);
  if (found === undefined) throw new Error("a tournament that takes scores has no board");
  return found;
}

/** Returns the time for a change to a locked board. The time is never before the previous change. */
export const toMoment = ({ readAt, changedAt }: BoardRow): Date =>
  readAt > changedAt ? readAt : changedAt;

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

/** A change to the number of entries on a board that have a sort key. */
export interface BoardGrowth {
  tournamentId: string;
  more: number;
}

export async function addListed(tx: Tx, growths: readonly BoardGrowth[]): Promise<void> {
  if (growths.length > 0) await countAll(tx, comerRows(growths));
}

/** Stores the last sequence and the last change of locked boards. */
export async function advanceBoards(
  tx: Tx,
  boards: readonly Pick<BoardRow, "tournamentId" | "sequence" | "changedAt">[],
): Promise<void> {
  await advanceAll(tx, advanceRows(boards));
}

/** SQL: the number of confirmed entries that are not disqualified. */
export const rankableIn = (tournamentId: string) => `(SELECT seats_taken - disqualified - (
    SELECT count(*)::integer FROM pending_join WHERE tournament_id = ${tournamentId})
  FROM registration WHERE tournament_id = ${tournamentId})`;
