import type { EventBody, SettlementBody, StandingBody } from "../harness/bodies.ts";
import * as facts from "./facts.ts";
import { differs, findOn, sort, toMinor, type History } from "./history.ts";
import type { SeenTournament } from "./observe.ts";
import { at } from "./plan.ts";

// Folds the events of a game, and compares the result with the API.

/** A tournament according to its events. */
const createTold = () => ({
  types: new Array<string>(),
  /** By id. */
  entries: new Map<string, Entry>(),
  decisions: new Array<[type: string, handle: string]>(),
  settlement: null as Settlement | null,
  payouts: new Array<Omit<Payout, "tournament">>(),
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
type Told = ReturnType<typeof createTold>;

interface About {
  tournament: string;
}
interface Entry {
  id: string;
  gamerHandle: string;
  state: string;
  eliminated: boolean;
}
interface Payout {
  gamerHandle: string;
  rank: number | null;
  amount: number;
}
type Settlement = Pick<SettlementBody, "kind" | "pool" | "platformFee">;

/** The data of an event, as far as it is folded. */
interface Data extends Partial<Record<"winner" | "winners", unknown>> {
  tournament?: { id: string };
  entry?: About & Entry;
  transaction?: { amount: number; payer?: string } | null;
  settlement?: About & Settlement;
  ranking?: About;
  payout?: About & Payout;
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

/** What must have happened to a tournament before an event. */
const CAUSES: Readonly<Record<string, RegExp>> = {
  "tournament.settling": /^tournament\.published$/,
  "tournament.completed": /^tournament\.settling$/,
  "entry.joined": /^tournament\.published$/,
  "ranking.frozen": /^tournament\.(settling|cancelled)$/,
  "settlement.planned": /^tournament\.(settling|cancelled)$/,
  "payout.paid": /^settlement\.planned$/,
  "refund.paid": /^settlement\.planned$/,
  "settlement.done": /^settlement\.planned$/,
};
const STATUS = /^tournament\.(published|settling|cancelled|completed)$/;
const ONCE = /^(tournament\.(created|published|settling|cancelled|completed)|ranking|settlement)/;

/** Compares the events of a game with the wallets and the tournaments that the API shows. */
export function checkEvents(
  history: History,
  game: number,
  {
    events,
    balances,
    seen,
  }: {
    events: readonly EventBody[];
    balances: ReadonlyMap<string, bigint>;
    seen: readonly (SeenTournament | null)[];
  },
): string[] {
  const { exponent, payer, handles } = at(history.fixture.games, game).plan;
  const told = new Map<string, Told>();
  const wallets = new Map<string, bigint>();
  const pay = (handle = "", amount = 0) =>
    wallets.set(handle, (wallets.get(handle) ?? 0n) + toMinor(amount, exponent));
  const faults = [
    ...differs(
      "the numbers",
      events.map(({ sequence }) => sequence),
      events.map((_, index) => index + 1),
    ),
    ...differs("the number of ids", new Set(events.map(({ id }) => id)).size, events.length),
  ];
  for (const { sequence, type, data } of events) {
    const { transaction, payout, entry, wallet } = data as Data;
    if (type === "entry.joined" && transaction?.payer === "wallet")
      pay(entry?.gamerHandle, transaction.amount);
    // Refunds go to the payer; the balance of the game's own account is in no event.
    if (type === "payout.paid" || (type === "refund.paid" && payer === "wallet"))
      pay(payout?.gamerHandle, payout?.amount);
    if (type.startsWith("wallet.")) pay(wallet?.gamerHandle, transaction?.amount);
    const wrong = foldTournament(told, type, data);
    faults.push(...wrong.map((how) => `${type}, number ${sequence}, came ${how}`));
  }
  for (const handle of handles) {
    const balance = balances.get(facts.walletOf(game, handle));
    faults.push(...differs(`the wallet of ${handle}`, wallets.get(handle) ?? 0n, balance));
  }
  for (const [index, one] of seen.entries()) {
    // A creation without an acknowledgement may have happened, and its events are not checked.
    if (one === null || at(history.fixture.tournaments, index).plan.game !== game) continue;
    const { id } = one.tournament;
    const found = checkTold(told.get(id) ?? createTold(), one, findDecided(history, index));
    faults.push(...found.map((fault) => `${id}: ${fault}`));
  }
  return faults;
}

const DECIDED = {
  eliminate: "entry.eliminated",
  disqualify: "entry.disqualified",
  reinstate: "entry.reinstated",
};

/** Returns the events that the acknowledged decisions on entries must have. */
const findDecided = (history: History, tournament: number) =>
  findOn(history, tournament, "eliminate", "disqualify", "reinstate").flatMap(({ intent }) =>
    intent.handles.map((handle) => [DECIDED[intent.kind], handle]),
  );

/** Takes an event into its tournament; returns why it does not fit. */
function foldTournament(tournaments: Map<string, Told>, type: string, data: Data): string[] {
  const { entry, ranking, settlement, payout, scores, score, winner, winners } = data;
  const about = entry ?? ranking ?? settlement ?? payout ?? scores ?? score;
  const id = data.tournament?.id ?? about?.tournament;
  if (id === undefined) return [];
  const told = tournaments.get(id) ?? createTold();
  if (type === "tournament.created") tournaments.set(id, told);
  else if (told.types.length === 0) return ["before the tournament was created"];
  const cause = CAUSES[type];
  const hasJoined = score === undefined || told.entries.has(score.entry);
  const isPayment = type === "payout.paid" || type === "refund.paid";
  const wrong: Record<string, boolean> = {
    "before its cause": cause !== undefined && !told.types.some((one) => cause.test(one)),
    twice: ONCE.test(type) && told.types.includes(type),
    "after the completion": isPayment && told.types.includes("tournament.completed"),
    "before the entry joined": !hasJoined,
    ...(entry && foldEntry(told, type, entry)),
    ...(scores && foldScores(told, scores)),
    ...(score && foldScore(told, type, score)),
  };
  told.types.push(type);
  if (type === "settlement.planned") told.settlement = settlement ?? null;
  if (type === "tournament.completed") Object.assign(told, { winner, winners });
  if (payout && isPayment) told.payouts.push(payout);
  return Object.keys(wrong).filter((how) => wrong[how]);
}

function foldEntry({ entries, decisions }: Told, type: string, entry: Entry) {
  const known = entries.has(entry.id);
  entries.set(entry.id, entry);
  if (type !== "entry.joined") decisions.push([type, entry.gamerHandle]);
  return type === "entry.joined" ? { twice: known } : { "before the entry joined": !known };
}

function foldScores(told: Told, scores: NonNullable<Data["scores"]>) {
  const { firstSequence, lastSequence, attempts, gamers, gamersCount } = scores;
  const wrong = {
    [`after score ${told.lastScore}`]: firstSequence !== told.lastScore + 1,
    [`with ${attempts} scores`]: lastSequence - firstSequence + 1 !== attempts,
    "without some of its gamers": gamers.length !== gamersCount,
    "before the entry joined": gamers.some(({ entry }) => !told.entries.has(entry)),
    "after an entry was out": gamers.some(({ entry }) => told.entries.get(entry)?.state !== "in"),
  };
  told.lastScore = lastSequence;
  for (const { gamerHandle, standing } of gamers) {
    told.standings.set(gamerHandle, standing);
    told.reviewed.delete(gamerHandle);
  }
  return wrong;
}

function foldScore(
  told: Told,
  type: string,
  { id, state, gamerHandle }: { id: string; state: string; gamerHandle: string },
) {
  const isReview = type === "score.reviewed";
  const isTwice = !isReview && told.held.has(id);
  if (state === "held") told.held.add(id);
  else told.held.delete(id);
  if (isReview) told.reviewed.add(gamerHandle);
  return {
    twice: isTwice,
    "before the attempt was recorded": isReview && !told.standings.has(gamerHandle),
  };
}

function checkTold(told: Told, seen: SeenTournament, decided: readonly string[][]): string[] {
  const { tournament, entries, settlement, payouts, state, scores, board } = seen;
  const [, status] = STATUS.exec(told.types.findLast((type) => STATUS.test(type)) ?? "") ?? [];
  const toTerms = (one: Settlement | null) => one && [one.kind, one.pool, one.platformFee];
  const toEntry = (one: Entry) => [one.id, one.gamerHandle, one.state, one.eliminated];
  const toPayout = (one: Omit<Payout, "tournament">) => [one.gamerHandle, one.rank, one.amount];
  // The leaderboard has no line for a gamer who is disqualified or has no score.
  const isListed = ([handle, { score }]: readonly [string, StandingBody]) =>
    score !== null && !told.reviewed.has(handle) && !disqualified.has(handle);
  const disqualified = new Set(
    [...told.entries.values()].flatMap((one) =>
      one.state === "disqualified" ? one.gamerHandle : [],
    ),
  );
  const toStanding = ([handle, one]: readonly [string, StandingBody]) => [
    handle,
    one.score,
    one.tieBreaks,
    one.attempts,
    one.reachedAt,
  ];
  const lines = board.map((line) => [line.gamerHandle, line] as const);
  const held = scores.flatMap((one) => (one.state === "held" ? one.id : []));
  return [
    ...differs("status", status ?? "pending", tournament.status),
    ...differs(
      "the entries",
      sort([...told.entries.values()].map(toEntry)),
      sort(entries.map(toEntry)),
    ),
    ...differs("the decisions", sort(told.decisions), sort(decided)),
    ...differs("the settlement", toTerms(told.settlement), toTerms(settlement)),
    ...differs("being settled", told.types.includes("settlement.done"), state === "done"),
    ...differs("the payouts", sort(told.payouts.map(toPayout)), sort(payouts.map(toPayout))),
    ...differs("winner", told.winner, tournament.winner),
    ...differs("winners", told.winners, tournament.winners),
    ...differs(
      "the scores",
      sort([...told.standings].filter(isListed).map(toStanding)),
      sort(lines.filter(isListed).map(toStanding)),
    ),
    ...differs("the held scores", sort([...told.held]), sort(held)),
  ];
}
