import { sqlState } from "@tms/kit/database/errors";
import type { Db, Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { readThenWrite } from "@tms/kit/database/transaction";
import { countSeats } from "../db/registrations.ts";
import { insertEntries, type EntryRow } from "../db/entries.ts";
import { findGamers, insertGamers, type GamerId } from "../db/gamers.ts";
import { insertPending } from "../db/pending-joins.ts";
import { readFacts } from "./snapshot.ts";
import { countBy, type JoinOrder } from "./joins.ts";
import { nameOf, seat, type SeatingFacts, type Verdict } from "./decide-seats.ts";
import { unpaid } from "../errors.ts";

/** The entry a join takes or meets; `own` when its very request made it. */
export interface Seated {
  entry: EntryRow;
  own: boolean;
}

// What two replicas, or two tournaments, can race for; the repeat finds the other's entry.
// A gamer's place is under the lock of its registration.
const RACED = ["entry_request_key"];

// lock_not_available: a lock_timeout, as the pool sets it.
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Seats a batch of gamers, each with a result of its own, in one transaction: seats are counted,
 * entries recorded, those with a fee as pending. The joins' registrations must be open.
 */
export async function takeSeats(
  db: Db,
  orders: readonly JoinOrder[],
): Promise<(Seated | DomainError)[]> {
  const take = (whenHeld: "wait" | "skip") =>
    readThenWrite(
      db,
      "entry.take-seats",
      {
        read: (tx) => readFacts(tx, orders, whenHeld),
        write: (tx, facts) => takeSeatsIn(tx, orders, facts),
      },
      RACED,
    );
  try {
    return await take("wait");
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    // Whose join is for another registration need not wait for those that are held.
    return await take("skip");
  }
}

async function takeSeatsIn(
  tx: Tx,
  orders: readonly JoinOrder[],
  facts: SeatingFacts,
): Promise<(Seated | DomainError)[]> {
  const verdicts = seat(orders, facts);
  const newcomers = orders.filter((_, index) => verdicts[index]?.kind === "seat");
  const entries = newcomers.length === 0 ? [] : await takePlaces(tx, newcomers, facts);
  const taken = new Map(newcomers.map((order, index) => [order, entries[index]]));
  return verdicts.map((verdict, index) => resultOf(verdict, index, orders, taken));
}

function resultOf(
  verdict: Verdict,
  index: number,
  orders: readonly JoinOrder[],
  taken: ReadonlyMap<JoinOrder | undefined, EntryRow | undefined>,
): Seated | DomainError {
  switch (verdict.kind) {
    case "refused":
      return verdict.error;
    case "unpaid":
      return unpaid(verdict.refusal.reason);
    case "entered":
      return verdict;
    case "seat":
    case "follows": {
      const follows = verdict.kind === "follows";
      const entry = taken.get(orders[follows ? verdict.leader : index]);
      if (entry === undefined) throw new Error("a seat was taken by nobody");
      return { entry, own: !follows || verdict.own };
    }
  }
}

async function takePlaces(
  tx: Tx,
  orders: readonly JoinOrder[],
  facts: SeatingFacts,
): Promise<EntryRow[]> {
  const gamers = await everyGamer(tx, orders, facts.gamers);
  const now = new Date(
    Math.max(
      ...[...facts.registrations.values()].map((registration) => Number(registration.read_at)),
    ),
  );
  const entries = orders.map((order): EntryRow => {
    const registration = facts.registrations.get(order.tournamentId);
    const gamerId = gamers.get(nameOf(order));
    if (registration === undefined || gamerId === undefined)
      throw new Error("a join came unprepared");
    return {
      id: newId(),
      tournament_id: order.tournamentId,
      gamer_id: gamerId,
      request_id: order.requestId,
      joined_at: now,
      eliminated_at: null,
      round: null,
      rank: null,
      created_at: now,
      updated_at: now,
      handle: order.handle,
      game_id: order.gameId,
      fee_minor: registration.fee_minor,
      currency: registration.currency,
      payer: registration.payer,
      pending: registration.fee_minor > 0n,
    };
  });
  const pending = entries.filter((entry) => entry.pending);
  await Promise.all([
    insertEntries(tx, entries, now),
    ...(pending.length > 0 ? [insertPending(tx, pending)] : []),
    countSeats(tx, countBy(orders.map((order) => order.tournamentId))),
  ]);
  return entries;
}

/** Ids of all gamers named; those not on record yet are recorded. */
async function everyGamer(
  tx: Tx,
  orders: readonly JoinOrder[],
  known: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const missing = new Map<string, JoinOrder>();
  for (const order of orders) {
    const name = nameOf(order);
    if (!known.has(name)) missing.set(name, order);
  }
  if (missing.size === 0) return known;
  const names = [...missing.values()];
  const inserted = await insertGamers(tx, names);
  // Another batch brought some of them meanwhile: then its ids are the ones.
  const others = inserted.length < names.length ? await findGamers(tx, names) : [];
  return new Map([...known, ...idsByName([...inserted, ...others])]);
}

const idsByName = (gamers: readonly GamerId[]) =>
  new Map(gamers.map(({ id, game_id: gameId, handle }) => [nameOf({ gameId, handle }), id]));
