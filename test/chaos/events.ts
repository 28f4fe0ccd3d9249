import type { EventBody, SettlementBody, StandingBody } from "../harness/bodies.ts";
import { differs, toMinor, toText } from "./history.ts";
import type { SeenTournament } from "./observe.ts";

// Folds the events of a game, and compares the result with the API.

const createTold = () => ({
  status: "pending",
  /** By id. An entry stays `eliminated` while it is disqualified. */
  entries: new Map<string, { handle: string; state: string; eliminated: boolean }>(),
  settlement: null as Settlement | null,
  isFrozen: false,
  isSettled: false,
  payouts: new Array<[handle: string, rank: number | null, amount: number]>(),
  /** The standing of each gamer with attempts, by handle. */
  standings: new Map<string, StandingBody>(),
  /** The number of the last attempt. */
  lastScore: 0,
  /** Gamers whose standing a review may have changed since: no event contains the new one. */
  reviewed: new Set<string>(),
  /** The attempts that wait for a review. */
  held: new Set<string>(),
  winner: null as unknown,
  winners: [] as unknown,
});

/** A tournament according to its events. */
type ToldTournament = ReturnType<typeof createTold>;

/** A game according to its events. */
export interface ToldGame {
  tournaments: Map<string, ToldTournament>;
  /** The sum of what moved in each gamer's wallet, in minor units. */
  wallets: Map<string, bigint>;
  faults: string[];
}

/** The data of an event, as far as it is folded. */
interface Data extends Partial<Record<"winner" | "winners", unknown>> {
  tournament?: { id: string };
  entry?: About & { id: string; gamerHandle: string; state: string };
  transaction?: { amount: number; payer?: string } | null;
  settlement?: About & Settlement;
  ranking?: About;
  payout?: About & { gamerHandle: string; rank: number | null; amount: number };
  scores?: About & {
    firstSequence: number;
    lastSequence: number;
    attempts: number;
    gamers: { gamerHandle: string; entry: string; standing: StandingBody }[];
    gamersCount: number;
  };
  score?: About & { id: string; entry: string; gamerHandle: string; state: string };
  wallet?: { gamerHandle: string };
}

interface About {
  tournament: string;
}
type Settlement = Pick<SettlementBody, "kind" | "pool" | "platformFee">;

/**
 * Folds the events of a game. `payer` pays fees and gets refunds: the gamer's wallet, or the account of
 * the game, whose balance is in no event.
 */
export function foldEvents(
  events: readonly EventBody[],
  { exponent, payer }: { exponent: number; payer: "game" | "wallet" },
): ToldGame {
  const told: ToldGame = { tournaments: new Map(), wallets: new Map(), faults: [] };
  const ids = new Set<string>();
  const pay = (handle = "", amount = 0) =>
    told.wallets.set(handle, (told.wallets.get(handle) ?? 0n) + toMinor(amount, exponent));
  for (const [index, event] of events.entries()) {
    const { id, sequence, type } = event;
    if (sequence !== index + 1) told.faults.push(`${index + 1} is ${sequence}`);
    if (ids.has(id)) told.faults.push(`${type} ${id} came twice`);
    ids.add(id);
    const { transaction, payout, entry, wallet } = event.data as Data;
    if (type === "entry.joined" && transaction?.payer === "wallet")
      pay(entry?.gamerHandle, transaction.amount);
    if (type === "payout.paid" || (type === "refund.paid" && payer === "wallet"))
      pay(payout?.gamerHandle, payout?.amount);
    if (type.startsWith("wallet.")) pay(wallet?.gamerHandle, transaction?.amount);
    const faults = foldTournament(event, told.tournaments);
    told.faults.push(...faults.map((why) => `${type}, number ${sequence}, came ${why}`));
  }
  return told;
}

function foldTournament(
  { type, data }: EventBody,
  tournaments: Map<string, ToldTournament>,
): string[] {
  const { tournament, ...parts } = data as Data;
  const { entry, ranking, settlement, payout, scores, score } = parts;
  const about = entry ?? ranking ?? settlement ?? payout ?? scores ?? score;
  const id = tournament?.id ?? about?.tournament;
  if (id === undefined) return [];
  if (type === "tournament.created") tournaments.set(id, createTold());
  const told = tournaments.get(id);
  if (told === undefined) return ["before the tournament was created"];
  return FOLDS[type]?.(told, parts) ?? [];
}

/** Takes an event into its tournament; returns why it does not fit. */
type Fold = (told: ToldTournament, data: Data) => string[];

const follows = ({ status }: ToldTournament, ...allowed: string[]): string[] =>
  allowed.includes(status) ? [] : [`while the tournament was ${status}`];

const becomes =
  (status: string, ...allowed: string[]): Fold =>
  (told) => {
    const faults = follows(told, ...allowed);
    told.status = status;
    return faults;
  };

const ifUnplanned = ({ settlement }: ToldTournament): string[] =>
  settlement === null ? ["before it was planned"] : [];

const pays: Fold = (told, { payout }) => {
  if (payout) told.payouts.push([payout.gamerHandle, payout.rank, payout.amount]);
  return told.status === "completed" ? ["after the completion"] : ifUnplanned(told);
};

/** Changes an entry; `change` returns why it does not fit. */
const changes =
  (change: (known: { state: string; eliminated: boolean }) => string[]): Fold =>
  ({ entries }, { entry }) => {
    const known = entries.get(entry?.id ?? "");
    if (known === undefined) return ["before the entry joined"];
    const faults = change(known);
    const isAsTold = entry?.state === known.state;
    return isAsTold ? faults : [...faults, `as ${entry?.state}, not ${known.state}`];
  };

const hasJoined = ({ entries }: ToldTournament, { score }: Data): string[] =>
  entries.has(score?.entry ?? "") ? [] : ["before the entry joined"];

const FOLDS: Readonly<Record<string, Fold>> = {
  "tournament.published": becomes("published", "pending"),
  "tournament.settling": becomes("settling", "published"),
  "tournament.cancelled": becomes("cancelled", "pending", "published", "settling"),
  "tournament.completed"(told, { winner, winners }) {
    Object.assign(told, { winner, winners });
    return becomes("completed", "settling")(told, {});
  },
  "entry.joined"(told, { entry }) {
    const id = entry?.id ?? "";
    if (told.entries.has(id)) return ["twice"];
    const handle = entry?.gamerHandle ?? "";
    told.entries.set(id, { handle, state: "in", eliminated: false });
    // The event comes from another service, and may come after the end.
    return told.status === "pending" ? ["before the publication"] : [];
  },
  "entry.eliminated": changes((known) => {
    const { state } = known;
    Object.assign(known, { state: "eliminated", eliminated: true });
    if (state === "in") return [];
    return [state === "eliminated" ? "twice" : `while it was ${state}`];
  }),
  "entry.disqualified": changes((known) => {
    const { state } = known;
    known.state = "disqualified";
    return state === "disqualified" ? ["twice"] : [];
  }),
  "entry.reinstated": changes((known) => {
    const { state } = known;
    // A disqualified entry is again what it was, an eliminated one is in.
    if (state === "eliminated") known.eliminated = false;
    known.state = known.eliminated ? "eliminated" : "in";
    return state === "in" ? ["while it was in"] : [];
  }),
  "score.recorded"(told, { scores }) {
    if (scores === undefined) return ["without scores"];
    const { firstSequence, lastSequence, attempts, gamers, gamersCount } = scores;
    const faults: string[] = [];
    if (firstSequence !== told.lastScore + 1) faults.push(`after score ${told.lastScore}`);
    if (lastSequence - firstSequence + 1 !== attempts) faults.push(`with ${attempts} scores`);
    if (gamers.length !== gamersCount) faults.push("without some of its gamers");
    told.lastScore = lastSequence;
    for (const { gamerHandle, entry, standing } of gamers) {
      const known = told.entries.get(entry);
      if (known === undefined) faults.push("before the entry joined");
      else if (known.state !== "in") faults.push(`after the entry was ${known.state}`);
      told.standings.set(gamerHandle, standing);
      told.reviewed.delete(gamerHandle);
    }
    return faults;
  },
  "score.held"(told, data) {
    const id = data.score?.id ?? "";
    if (told.held.has(id)) return ["twice"];
    told.held.add(id);
    return hasJoined(told, data);
  },
  "score.reviewed"(told, data) {
    const { id = "", state, gamerHandle = "" } = data.score ?? {};
    if (state === "held") told.held.add(id);
    else told.held.delete(id);
    told.reviewed.add(gamerHandle);
    const isRecorded = told.standings.has(gamerHandle);
    return [...hasJoined(told, data), ...(isRecorded ? [] : ["before the attempt was recorded"])];
  },
  "ranking.frozen"(told) {
    if (told.isFrozen) return ["twice"];
    told.isFrozen = true;
    // The event comes from another service, and may come after the settlement.
    return follows(told, "settling", "completed", "cancelled");
  },
  "settlement.planned"(told, { settlement }) {
    told.settlement = settlement ?? null;
    return follows(told, "settling", "cancelled");
  },
  "payout.paid": pays,
  "refund.paid": pays,
  "settlement.done"(told) {
    told.isSettled = true;
    return ifUnplanned(told);
  },
};

/** Compares the tournaments of a game's events with those of the API. */
export function checkTold(
  { tournaments }: ToldGame,
  seen: readonly (SeenTournament | null)[],
): string[] {
  return seen.flatMap((one) => {
    // A creation without an acknowledgement may have happened, and its events are not checked.
    if (one === null) return [];
    const { id } = one.tournament;
    const told = tournaments.get(id);
    if (told === undefined) return [`no event is about tournament ${id}`];
    return checkToldTournament(told, one).map((fault) => `${id}: ${fault}`);
  });
}

function checkToldTournament(told: ToldTournament, seen: SeenTournament): string[] {
  const { tournament, entries, settlement, payouts, state } = seen;
  const toTerms = (one: ToldTournament["settlement"]) =>
    one && [one.kind, one.pool, one.platformFee];
  return [
    ...differs("status", told.status, tournament.status),
    ...differs(
      "the entries",
      sort([...told.entries].map(([id, one]) => [id, one.handle, one.state, one.eliminated])),
      sort(entries.map((one) => [one.id, one.gamerHandle, one.state, one.eliminated])),
    ),
    ...differs("the settlement", toTerms(told.settlement), toTerms(settlement)),
    ...differs("being settled", told.isSettled, state === "done"),
    ...differs(
      "the payouts",
      sort(told.payouts),
      sort(payouts.map(({ gamerHandle, rank, amount }) => [gamerHandle, rank, amount])),
    ),
    ...checkToldScores(told, seen),
    ...differs("winner", told.winner, tournament.winner),
    ...differs("winners", told.winners, tournament.winners),
  ];
}

/**
 * The leaderboard has no line for a gamer who is disqualified or has only held attempts. The standings
 * of reviewed gamers are in no event.
 */
function checkToldScores(told: ToldTournament, { board, scores }: SeenTournament): string[] {
  const lines = board.filter(
    ({ attempts, gamerHandle }) => attempts > 0 && !told.reviewed.has(gamerHandle),
  );
  const listed = new Set(lines.map(({ gamerHandle }) => gamerHandle));
  const disqualified = new Set(
    [...told.entries.values()].flatMap((one) => (one.state === "disqualified" ? one.handle : [])),
  );
  const standings = [...told.standings].filter(
    ([handle, { score }]) =>
      !disqualified.has(handle) &&
      !told.reviewed.has(handle) &&
      (score !== null || listed.has(handle)),
  );
  const toRow = (handle: string, { score, tieBreaks, attempts, reachedAt }: StandingBody) => [
    handle,
    score,
    tieBreaks,
    attempts,
    reachedAt,
  ];
  const held = scores.filter(({ state }) => state === "held").map(({ id }) => id);
  return [
    ...differs(
      "the scores",
      sort(standings.map(([handle, standing]) => toRow(handle, standing))),
      sort(lines.map((line) => toRow(line.gamerHandle, line))),
    ),
    ...differs("the held scores", sort([...told.held]), sort(held)),
  ];
}

const sort = (rows: readonly unknown[]): string[] => rows.map(toText).toSorted();
