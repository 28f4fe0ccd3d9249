import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database";
import { transaction } from "@tms/kit/transaction";
import {
  BatchFreezeRankingResponseSchema,
  type BatchFreezeRankingRequest,
  type BatchFreezeRankingResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { lockBooks, markFrozen, type BookKey, type BookRow } from "../db/books.ts";
import { findUnfinished } from "../db/pending.ts";
import { scanSmallStandings, type TournamentStandingRow } from "../db/standings.ts";
import { rankOf } from "../ranks.ts";

// With this many in each of 128 tournaments the response stays well below 4 MiB.
const MOST_SEATS = 100;

/** Freezes small rankings together; what else there is to a ranking is left to FreezeRanking. */
export async function batchFreezeRanking(
  context: Context,
  { books: keys }: BatchFreezeRankingRequest,
): Promise<BatchFreezeRankingResponse> {
  const books = await transaction(context.db, "entry.freeze-ranking", (tx) => freeze(tx, keys));
  const ids = books.map((book) => book.tournament_id);
  const rows = await scanSmallStandings(context.db, ids, MOST_SEATS);
  const rowsOf = Map.groupBy(rows, (row) => row.tournament_id);
  return create(BatchFreezeRankingResponseSchema, {
    frozen: books.map((book) => ({
      tournamentId: book.tournament_id,
      standings: standingsOf(book, rowsOf.get(book.tournament_id) ?? []),
    })),
  });
}

/** Freezes those that can be; returns them together with those frozen before. */
async function freeze(tx: Tx, keys: readonly BookKey[]): Promise<BookRow[]> {
  const gameOf = new Map(keys.map((key) => [key.tournamentId.toLowerCase(), key.gameId]));
  // Sent together, executed in this order: what is under way is read under the locks.
  const [locked, underWay] = await Promise.all([
    lockBooks(tx, [...gameOf.keys()]),
    findUnfinished(tx, [...gameOf.keys()]),
  ]);
  const unfinished = new Set(underWay);
  const books = locked.filter(
    (book) =>
      book.game_id === gameOf.get(book.tournament_id)?.toLowerCase() &&
      book.closed_at !== null &&
      book.seats_taken <= MOST_SEATS &&
      !unfinished.has(book.tournament_id),
  );
  const fresh = books.filter((book) => book.frozen_at === null);
  if (fresh.length > 0)
    await markFrozen(
      tx,
      fresh.map((book) => book.tournament_id),
    );
  return books;
}

const standingsOf = (book: BookRow, rows: readonly TournamentStandingRow[]) => ({
  entryIds: rows.map((row) => row.id),
  gamerIds: rows.map((row) => row.gamer_id),
  handles: rows.map((row) => row.handle),
  ranks: rows.map((row) => rankOf(row, book.seats_taken, true) ?? 0),
  feeMinorUnits: book.fee_minor,
});
