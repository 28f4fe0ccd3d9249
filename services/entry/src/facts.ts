import type { Tx } from "@tms/kit/database";
import { lockBooks } from "./db/books.ts";
import { findByPlace, findByRequest, type EntryRow } from "./db/entries.ts";
import { findGamerIds, type GamerId } from "./db/gamers.ts";
import { findRefusedRequests } from "./db/refused.ts";
import type { JoinOrder } from "./joins.ts";
import { nameOf, placeOf, type SeatingFacts } from "./seating.ts";

/** Locks the books of a batch, then reads all that its seating depends on. */
export async function readFacts(tx: Tx, orders: readonly JoinOrder[]): Promise<SeatingFacts> {
  const requestIds = orders.map((order) => order.requestId);
  // Sent together, answered in this order: what is read is read under the books' locks.
  const [books, answers, refused, known] = await Promise.all([
    lockBooks(tx, tournamentsOf(orders)),
    findByRequest(tx, requestIds),
    findRefusedRequests(tx, requestIds),
    findGamerIds(tx, orders),
  ]);
  const gamers = idsByName(known);
  return {
    books: new Map(books.map((book) => [book.tournament_id, book])),
    byRequest: new Map(answers.map((entry) => [entry.request_id, entry])),
    byPlace: await readPlaces(tx, orders, gamers),
    refused: new Map(refused.map((refusal) => [refusal.id, refusal])),
    gamers,
  };
}

/** The tournaments that joins are for, each once. */
export const tournamentsOf = (orders: readonly JoinOrder[]) => [
  ...new Set(orders.map((order) => order.tournamentId)),
];

/** The places taken already; only gamers on record can have any. */
async function readPlaces(
  tx: Tx,
  orders: readonly JoinOrder[],
  gamers: ReadonlyMap<string, string>,
): Promise<Map<string, EntryRow>> {
  if (gamers.size === 0) return new Map();
  const places = orders.flatMap((order) => {
    const gamerId = gamers.get(nameOf(order));
    return gamerId === undefined ? [] : [{ tournamentId: order.tournamentId, gamerId }];
  });
  const entries = await findByPlace(tx, places);
  return new Map(
    entries.map((entry) => [
      placeOf({ tournamentId: entry.tournament_id, handle: entry.handle }),
      entry,
    ]),
  );
}

/** Ids of gamers, by what {@link nameOf} calls them. */
export const idsByName = (gamers: readonly GamerId[]) =>
  new Map(gamers.map(({ id, game_id: gameId, handle }) => [nameOf({ gameId, handle }), id]));
