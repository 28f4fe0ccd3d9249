import type { Queryable, Tx } from "@tms/kit/database";
import { durably } from "@tms/kit/steps";
import type { Payer } from "@tms/proto/tms/game/v1/game";

/** A tournament's entry book as stored. */
export interface BookRow {
  tournament_id: string;
  game_id: string;
  currency: string;
  fee_minor: bigint;
  payer: Payer;
  max_entries: number | null;
  registration_closes_at: Date;
  ends_at: Date;
  seats_taken: number;
  eliminated: number;
  closed_at: Date | null;
  /** Every entry up to this gamer has its final rank. */
  ranked_up_to: string | null;
  frozen_at: Date | null;
  /** Postgres' clock when the row was read. */
  read_at: Date;
}

/** Which book, asked about by which game. */
export interface BookKey {
  gameId: string;
  tournamentId: string;
}

/** What a book is opened with. */
export type NewBook = Pick<
  BookRow,
  | "tournament_id"
  | "game_id"
  | "currency"
  | "fee_minor"
  | "payer"
  | "max_entries"
  | "registration_closes_at"
  | "ends_at"
>;

const COLUMNS = `tournament_id, game_id, currency, fee_minor, payer, max_entries,
  registration_closes_at, ends_at, seats_taken, eliminated, closed_at, ranked_up_to, frozen_at,
  clock_timestamp() AS read_at`;

/** Reads a book; one never opened is absent. */
export async function findBook(db: Queryable, id: string): Promise<BookRow | undefined> {
  const { rows } = await db.query<BookRow>({
    name: "find-book",
    text: `SELECT ${COLUMNS} FROM book WHERE tournament_id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Those of the tournaments that have a book. */
export async function findOpened(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<Pick<BookRow, "tournament_id">>({
    name: "find-opened",
    text: `SELECT tournament_id FROM book WHERE tournament_id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows.map((row) => row.tournament_id);
}

/**
 * Reads a book that is closed and has no joins under way, which is how it stays: its seats are its
 * entries. One statement, because a join that is seen neither here nor there would be missed.
 */
export async function findFinishedBook(db: Queryable, id: string): Promise<BookRow | undefined> {
  const { rows } = await db.query<BookRow>({
    name: "find-finished-book",
    text: `SELECT ${COLUMNS} FROM book
      WHERE tournament_id = $1 AND closed_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM pending_join WHERE tournament_id = $1)`,
    values: [id],
  });
  return rows[0];
}

/** Locks books against other joins and eliminations, in the order of their ids. */
export async function lockBooks(
  tx: Tx,
  ids: readonly string[],
  whenHeld: "wait" | "skip" = "wait",
): Promise<BookRow[]> {
  const skips = whenHeld === "skip";
  const { rows } = await tx.query<BookRow>({
    name: skips ? "lock-free-books" : "lock-books",
    text: `SELECT ${COLUMNS} FROM book WHERE tournament_id = ANY($1::uuid[])
      ORDER BY tournament_id FOR NO KEY UPDATE ${skips ? "SKIP LOCKED" : ""}`,
    values: [ids],
  });
  return rows;
}

/** Opens a book unless it is open, or closed, already. */
export async function insertBook(db: Queryable, book: NewBook): Promise<void> {
  await durably("entry.open-book", () =>
    db.query(
      `INSERT INTO book (tournament_id, game_id, currency, fee_minor, payer, max_entries,
       registration_closes_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (tournament_id) DO NOTHING`,
      [
        book.tournament_id,
        book.game_id,
        book.currency,
        book.fee_minor,
        book.payer,
        book.max_entries,
        book.registration_closes_at,
        book.ends_at,
      ],
    ),
  );
}

/**
 * Closes a book for good. One never opened is opened closed, so that a join that learnt of the
 * tournament before it ended cannot open it afterwards.
 */
export async function closeBook(db: Queryable, id: string, gameId: string): Promise<void> {
  await durably("entry.close-book", () =>
    db.query({
      name: "close-book",
      text: `INSERT INTO book (tournament_id, game_id, currency, fee_minor, payer,
       registration_closes_at, ends_at, closed_at)
     VALUES ($1, $2, '', 0, 1, 'epoch', '9999-12-31', now())
     ON CONFLICT (tournament_id) DO UPDATE SET closed_at = coalesce(book.closed_at, now())`,
      values: [id, gameId],
    }),
  );
}

/** Closes those of the books that exist, are their game's and have few seats taken. */
export async function closeSmallBooks(
  db: Queryable,
  books: readonly BookKey[],
  mostSeats: number,
): Promise<string[]> {
  const { rows } = await durably("entry.close-book", () =>
    db.query<Pick<BookRow, "tournament_id">>({
      name: "close-small-books",
      text: `WITH locked AS MATERIALIZED (
        SELECT tournament_id FROM book
        JOIN unnest($1::uuid[], $2::uuid[]) AS key (tournament_id, game_id)
          USING (tournament_id, game_id)
        WHERE seats_taken <= $3
        ORDER BY tournament_id FOR NO KEY UPDATE OF book
      )
      UPDATE book SET closed_at = coalesce(closed_at, now())
      WHERE tournament_id IN (SELECT tournament_id FROM locked) RETURNING tournament_id`,
      values: [...keyColumns(books), mostSeats],
    }),
  );
  return rows.map((row) => row.tournament_id);
}

const keyColumns = (books: readonly BookKey[]) => [
  books.map((book) => book.tournamentId),
  books.map((book) => book.gameId),
];

/** Counts seats as taken, or with a negative number as free. Fails on book_seats beyond the limit. */
export async function countSeats(tx: Tx, seats: ReadonlyMap<string, number>): Promise<void> {
  await tx.query({
    name: "count-seats",
    text: `UPDATE book SET seats_taken = seats_taken + taken.seats
      FROM unnest($1::uuid[], $2::int[]) AS taken (id, seats) WHERE tournament_id = taken.id`,
    values: [[...seats.keys()], [...seats.values()]],
  });
}

/** An elimination of one or several together: its moment, and how many are out since then. */
export interface Elimination {
  round: number;
  at: Date;
}

/**
 * Counts an elimination in a locked book and takes its moment, which is later than that of every
 * one before, even when the clock stepped back or both fall into one millisecond.
 */
export async function countElimination(
  tx: Tx,
  id: string,
  eliminated: number,
): Promise<Elimination> {
  const { rows } = await tx.query<Elimination>({
    name: "count-elimination",
    text: `UPDATE book SET rounds = rounds + $2, eliminated = eliminated + $2,
        last_eliminated_at =
          greatest(clock_timestamp(), last_eliminated_at + interval '1 millisecond')
      WHERE tournament_id = $1 RETURNING eliminated AS round, last_eliminated_at AS at`,
    values: [id, eliminated],
  });
  const [elimination] = rows;
  if (elimination === undefined) throw new Error("a locked book vanished");
  return elimination;
}

/** Marks the rankings of books as final. */
export async function markFrozen(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query({
    name: "mark-frozen",
    text: `UPDATE book SET frozen_at = now()
      WHERE tournament_id = ANY($1::uuid[]) AND frozen_at IS NULL`,
    values: [ids],
  });
}

/** The confirmed entries of a game's tournaments, by tournament, where anybody ever joined. */
export async function countEntries(
  db: Queryable,
  gameId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ tournament_id: string; entries: number }>(
    `SELECT tournament_id, seats_taken - (
       SELECT count(*) FROM pending_join WHERE pending_join.tournament_id = book.tournament_id
     )::int AS entries
     FROM book WHERE game_id = $1 AND tournament_id = ANY($2::uuid[])`,
    [gameId, ids],
  );
  return new Map(rows.map((row) => [row.tournament_id, row.entries]));
}
