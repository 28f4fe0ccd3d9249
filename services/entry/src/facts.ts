import type { Tx } from "@tms/kit/database";
import { lockBooks } from "./db/books.ts";
import { findByRequest, findEntries, type EntryRow } from "./db/entries.ts";
import { findPlaces } from "./db/places.ts";
import { findRefusedRequests } from "./db/refused.ts";
import type { JoinOrder } from "./joins.ts";
import { nameOf, placeOf, type SeatingFacts } from "./seating.ts";

/**
 * Locks the books of a batch, then reads all that its seating depends on. Of books that others
 * hold, `whenHeld` says whether to wait for them or to go on without.
 */
export async function readFacts(
  tx: Tx,
  orders: readonly JoinOrder[],
  whenHeld: "wait" | "skip",
): Promise<SeatingFacts> {
  const requestIds = orders.map((order) => order.requestId);
  // Sent together, answered in this order: what is read is read under the books' locks.
  const [books, answers, refused, places] = await Promise.all([
    lockBooks(tx, [...new Set(orders.map((order) => order.tournamentId))], whenHeld),
    findByRequest(tx, requestIds),
    findRefusedRequests(tx, requestIds),
    findPlaces(tx, orders),
  ]);
  const gamers = new Map<string, string>();
  const entryIds: string[] = [];
  for (const { at, gamer_id: gamerId, entry_id: entryId } of places) {
    const order = orders[at - 1];
    if (order) gamers.set(nameOf(order), gamerId);
    if (entryId !== null) entryIds.push(entryId);
  }
  return {
    books: new Map(books.map((book) => [book.tournament_id, book])),
    byRequest: new Map(answers.map((entry) => [entry.request_id, entry])),
    byPlace: await entriesByPlace(tx, entryIds),
    refused: new Map(refused.map((refusal) => [refusal.id, refusal])),
    gamers,
  };
}

async function entriesByPlace(tx: Tx, ids: readonly string[]): Promise<Map<string, EntryRow>> {
  const entries = ids.length === 0 ? [] : await findEntries(tx, ids);
  return new Map(
    entries.map((entry) => [
      placeOf({ tournamentId: entry.tournament_id, handle: entry.handle }),
      entry,
    ]),
  );
}
