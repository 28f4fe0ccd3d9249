import { refusedFor } from "@tms/kit/errors";
import type { Queryable } from "@tms/kit/database";
import { openBook } from "./books.ts";
import { findBook as readBook, type BookKey, type BookRow } from "./db/books.ts";
import type { JoinContext } from "./joins.ts";
import { tournamentNotFound } from "./seating.ts";

/** The book of a game's tournament, if it has one; throws when it is another game's. */
export async function findBook(db: Queryable, scope: BookKey): Promise<BookRow | undefined> {
  const book = await readBook(db, scope.tournamentId);
  if (book !== undefined && book.game_id !== scope.gameId.toLowerCase()) throw tournamentNotFound();
  return book;
}

/**
 * Throws TOURNAMENT_NOT_FOUND unless the tournament is the game's. Asks the tournament service
 * only about tournaments that nobody joined yet.
 */
export async function requireTournament(context: JoinContext, scope: BookKey): Promise<void> {
  if ((await findBook(context.db, scope)) !== undefined) return;
  try {
    const { gameId, tournamentId } = scope;
    await context.tournaments.getTournament({ gameId, tournamentId, withoutPrizePool: true });
  } catch (error) {
    throw refusedFor(error, "TOURNAMENT_NOT_FOUND") ? tournamentNotFound() : error;
  }
}

/** Makes sure that a game's tournament has a book, also when nobody joined yet; throws why not. */
export async function requireBook(context: JoinContext, scope: BookKey): Promise<void> {
  if ((await findBook(context.db, scope)) !== undefined) return;
  const refusal = await openBook(context, scope);
  if (refusal) throw refusal;
}
