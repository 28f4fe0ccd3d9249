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
  type NewEntry,
} from "./db/entries.ts";
import { ensureGamers, findGamers } from "./db/gamers.ts";
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
  const seated = await transaction(context.db, (tx) => seatAll(tx, seatable), RACED);
  const settled = await finishSeated(context, seated);
  const results = new Map(seatable.map((order, index) => [order, settled[index]]));
  return orders.map((order) => {
    const result = refusalOf(order) ?? results.get(order);
    if (result === undefined) throw new Error("a join came to nothing");
    return result;
  });
}

// One request_id for two tournaments at once: the repeat finds the other's entry.
const RACED = ["entry_request_key", "entry_gamer_key"];

interface Seated {
  verdicts: Verdict[];
  /** The entry a join takes or meets, by index. */
  entryIds: (string | undefined)[];
}

async function seatAll(tx: Tx, orders: readonly JoinOrder[]): Promise<Seated> {
  if (orders.length === 0) return { verdicts: [], entryIds: [] };
  const facts = await readFacts(tx, orders);
  const verdicts = seat(orders, facts);
  const newcomers = orders.filter((_, index) => verdicts[index]?.kind === "seat");
  const taken = await takePlaces(tx, newcomers, facts);
  const entryIds = orders.map((order, index) => {
    const verdict = verdicts[index];
    return verdict?.kind === "entered" ? verdict.entry.id : taken.get(order);
  });
  return { verdicts, entryIds };
}

async function readFacts(tx: Tx, orders: readonly JoinOrder[]): Promise<SeatingFacts> {
  const books = await lockBooks(tx, [...new Set(orders.map((order) => order.tournamentId))]);
  const gamers = await findGamers(tx, distinctNames(orders));
  const idOf = new Map(gamers.map((g) => [`${g.game_id}/${g.handle}`, g.id]));
  const places = orders.flatMap((order) => {
    const gamerId = idOf.get(`${order.gameId}/${order.handle}`);
    return gamerId === undefined ? [] : [{ tournamentId: order.tournamentId, gamerId }];
  });
  const answers = await findAnswers(
    tx,
    orders.map((order) => order.requestId),
    places,
  );
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
): Promise<Map<JoinOrder, string>> {
  if (orders.length === 0) return new Map();
  const gamers = await ensureGamers(tx, distinctNames(orders));
  const idOf = new Map(gamers.map((g) => [`${g.game_id}/${g.handle}`, g.id]));
  const entries = orders.map((order): NewEntry => {
    const gamerId = idOf.get(`${order.gameId}/${order.handle}`);
    if (gamerId === undefined) throw new Error("a gamer was not recorded");
    const free = facts.books.get(order.tournamentId)?.fee_minor === 0n;
    const { tournamentId, requestId } = order;
    return { id: newId(), tournamentId, gamerId, requestId, state: free ? CONFIRMED : PENDING };
  });
  await insertEntries(tx, entries);
  for (const [id, seats] of countBy(orders.map((order) => order.tournamentId)))
    await takeSeats(tx, id, seats);
  return new Map(orders.map((order, index) => [order, entries[index]?.id ?? ""]));
}

async function finishSeated(
  context: JoinContext,
  { verdicts, entryIds }: Seated,
): Promise<JoinResult[]> {
  const finished = await finishJoins(context, [
    ...new Set(entryIds.filter((id) => id !== undefined)),
  ]);
  const results: JoinResult[] = [];
  verdicts.forEach((verdict, index) => {
    results[index] = resultOf(verdict, finished.get(entryIds[index] ?? ""), results);
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
