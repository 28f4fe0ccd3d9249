import type { Tx } from "@tms/kit/database/handle";
import { lockRegistrations } from "../db/registrations.ts";
import { findByRequest, findEntries, type EntryRow } from "../db/entries.ts";
import { findPlaces } from "../db/entrants.ts";
import { findRefusedRequests } from "../db/refused-joins.ts";
import type { JoinOrder } from "./joins.ts";
import { nameOf, placeOf, type SeatingFacts } from "./decide-seats.ts";

/**
 * Locks the registrations of a batch, then reads all that its seating depends on. Of registrations that others
 * hold, `whenHeld` says whether to wait for them or to go on without.
 */
export async function readFacts(
  tx: Tx,
  orders: readonly JoinOrder[],
  whenHeld: "wait" | "skip",
): Promise<SeatingFacts> {
  const requestIds = orders.map((order) => order.requestId);
  // Sent together, answered in this order: what is read is read under the registrations' locks.
  const [registrations, answers, refused, places] = await Promise.all([
    lockRegistrations(tx, [...new Set(orders.map((order) => order.tournamentId))], whenHeld),
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
    registrations: new Map(
      registrations.map((registration) => [registration.tournament_id, registration]),
    ),
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
