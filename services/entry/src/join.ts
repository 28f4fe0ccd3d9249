import { transaction, type Tx } from "@tms/kit/database";
import { newId } from "@tms/kit/ids";
import { openBooks } from "./books.ts";
import { lockBooks, takeSeats } from "./db/books.ts";
import {
  CONFIRMED,
  findAnswers,
  insertEntries,
  PENDING,
  REFUSED,
  type EntryRow,
  type NewEntry,
} from "./db/entries.ts";
import { insertGamers } from "./db/gamers.ts";
import { finishJoins } from "./finish.ts";
import { countBy, type JoinContext, type JoinOrder, type JoinResult } from "./joins.ts";
import { alreadyJoined, placeOf, seat, type SeatingFacts, type Verdict } from "./seating.ts";

/**
 * Joins a batch of gamers, each with a result of its own. One transaction takes the seats and
 * records the entries as pending, which is also what recovery finds after a crash; the wallet
 * is charged under the entry's id; another transaction confirms or frees. Everything may be
 * repeated at any point.
 */
export async function joinBatch(
  context: JoinContext,
  orders: readonly JoinOrder[],
): Promise<JoinResult[]> {
  const refusalOf = await openBooks(context, orders);
  const seatable = orders.filter((order) => refusalOf(order) === undefined);
  const settled = seatable.length === 0 ? [] : await joinSeatable(context, seatable);
  const results = new Map(seatable.map((order, index) => [order, settled[index]]));
  return orders.map((order) => {
    const result = refusalOf(order) ?? results.get(order);
    if (result === undefined) throw new Error("a join came to nothing");
    return result;
  });
}

async function joinSeatable(context: JoinContext, orders: readonly JoinOrder[]) {
  const seated = await transaction(context.db, (tx) => seatAll(tx, orders), RACED);
  return await finishSeated(context, seated);
}

// One request_id for two tournaments at once: the repeat finds the other's entry.
const RACED = ["entry_request_key", "entry_gamer_key"];

interface Seated {
  verdicts: Verdict[];
  /** The entry a join takes or meets, by index. */
  entries: (EntryRow | undefined)[];
}

async function seatAll(tx: Tx, orders: readonly JoinOrder[]): Promise<Seated> {
  const facts = await readFacts(tx, orders);
  const verdicts = seat(orders, facts);
  const newcomers = orders.filter((_, index) => verdicts[index]?.kind === "seat");
  const taken = await takePlaces(tx, newcomers, facts);
  const entries = orders.map((order, index) => {
    const verdict = verdicts[index];
    return verdict?.kind === "entered" ? verdict.entry : taken.get(order);
  });
  return { verdicts, entries };
}

async function readFacts(tx: Tx, orders: readonly JoinOrder[]): Promise<SeatingFacts> {
  // Sent together, answered in this order: what is read is read under the locks.
  const [books, answers] = await Promise.all([
    lockBooks(tx, [...new Set(orders.map((order) => order.tournamentId))]),
    findAnswers(
      tx,
      orders.map((order) => order.requestId),
      orders,
    ),
  ]);
  return {
    books: new Map(books.map((book) => [book.tournament_id, book])),
    byRequest: new Map(answers.map((entry) => [entry.request_id, entry])),
    byPlace: new Map(
      answers
        .filter((entry) => entry.state !== REFUSED)
        .map((entry) => [
          placeOf({ tournamentId: entry.tournament_id, handle: entry.handle }),
          entry,
        ]),
    ),
  };
}

async function takePlaces(
  tx: Tx,
  orders: readonly JoinOrder[],
  facts: SeatingFacts,
): Promise<Map<JoinOrder, EntryRow>> {
  if (orders.length === 0) return new Map();
  const bookOf = (order: JoinOrder) => {
    const book = facts.books.get(order.tournamentId);
    if (book === undefined) throw new Error("a book was not locked");
    return book;
  };
  const news = orders.map((order): NewEntry => {
    const free = bookOf(order).fee_minor === 0n;
    return { ...order, id: newId(), state: free ? CONFIRMED : PENDING };
  });
  const seats = countBy(orders.map((order) => order.tournamentId));
  const [, rows] = await Promise.all([
    insertGamers(tx, distinctNames(orders)),
    insertEntries(tx, news),
    ...Array.from(seats, ([id, count]) => takeSeats(tx, id, count)),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    orders.map((order, index) => {
      const row = rowOf.get(news[index]?.id ?? "");
      if (row === undefined) throw new Error("an entry was not recorded");
      const { game_id, fee_minor, currency, payer } = bookOf(order);
      return [order, { ...row, handle: order.handle, game_id, fee_minor, currency, payer }];
    }),
  );
}

async function finishSeated(
  context: JoinContext,
  { verdicts, entries }: Seated,
): Promise<JoinResult[]> {
  const finished = await finishJoins(
    context,
    entries.filter((entry) => entry !== undefined),
  );
  const results: JoinResult[] = [];
  verdicts.forEach((verdict, index) => {
    results[index] = resultOf(verdict, finished.get(entries[index]?.id ?? ""), results);
  });
  return results;
}

function resultOf(
  verdict: Verdict,
  finished: JoinResult | undefined,
  earlier: readonly JoinResult[],
): JoinResult {
  switch (verdict.kind) {
    case "refused":
      return verdict.error;
    case "follows": {
      const fate = earlier[verdict.leader];
      if (fate === undefined) throw new Error("a join followed nobody");
      return verdict.own || fate instanceof Error ? fate : alreadyJoined();
    }
    case "entered":
    case "seat": {
      if (finished === undefined) throw new Error("a seated join was not finished");
      const own = verdict.kind === "seat" || verdict.own;
      return own || finished instanceof Error ? finished : alreadyJoined();
    }
  }
}

const distinctNames = (orders: readonly JoinOrder[]) => [
  ...new Map(
    orders.map(({ gameId, handle }) => [`${gameId}/${handle}`, { gameId, handle }]),
  ).values(),
];
