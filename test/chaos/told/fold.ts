import type { EventBody } from "../../harness/bodies.ts";
import { toMinor } from "../money.ts";
import { foldEntry, type ToldEntry } from "./entries.ts";
import { foldHeld, foldReview, foldScores, type ToldBoard, type ToldScores } from "./scores.ts";

/** A tournament as its events tell it. */
export interface ToldTournament extends ToldBoard {
  status: string;
  entries: Map<string, ToldEntry>;
  settlement: { kind: string; pool: number | null; platformFee: number | null } | null;
  /** Whether its ranking is final. */
  isFrozen: boolean;
  isSettled: boolean;
  payouts: ToldPayout[];
  winner: unknown;
  winners: unknown;
}

export interface ToldPayout {
  handle: string;
  rank: number | null;
  amount: number;
}

/** All that a log tells of an environment. */
export interface ToldEnvironment {
  tournaments: Map<string, ToldTournament>;
  /** What moved in each gamer's wallet together, in minor units. */
  wallets: Map<string, bigint>;
  /** What an integrator could not make sense of. */
  faults: string[];
}

/** An event's data, as far as they are folded. */
interface Data {
  tournament?: { id: string };
  entry?: { id: string; tournament: string; gamerHandle: string; state: string };
  transaction?: { amount: number; payer?: string } | null;
  settlement?: NonNullable<ToldTournament["settlement"]> & { tournament: string };
  ranking?: { tournament: string; version: number };
  payout?: {
    tournament: string;
    gamerHandle: string;
    rank: number | null;
    amount: number;
  };
  scores?: ToldScores & { tournament: string };
  score?: { id: string; tournament: string; entry: string; gamerHandle: string; state: string };
  wallet?: { gamerHandle: string };
  winner?: unknown;
  winners?: unknown;
}

/**
 * Folds a log into the state that it tells, as somebody would who knows nothing but events. `payer`
 * pays fees and gets refunds: the gamer's wallet, or the game's account, whose balance no event tells.
 */
export function foldLog(
  events: readonly EventBody[],
  { exponent, payer }: { exponent: number; payer: "game" | "wallet" },
): ToldEnvironment {
  const told: ToldEnvironment = { tournaments: new Map(), wallets: new Map(), faults: [] };
  const ids = new Set<string>();
  const pay = (handle: string, amount: number) =>
    told.wallets.set(handle, (told.wallets.get(handle) ?? 0n) + toMinor(amount, exponent));
  for (const [index, event] of events.entries()) {
    if (event.sequence !== index + 1) told.faults.push(`${index + 1} is ${event.sequence}`);
    if (ids.has(event.id)) told.faults.push(`${event.type} ${event.id} is told twice`);
    ids.add(event.id);
    const { transaction, payout, entry, wallet } = event.data as Data;
    if (event.type === "entry.joined" && transaction?.payer === "wallet")
      pay(entry?.gamerHandle ?? "", transaction.amount);
    if (event.type === "payout.paid" || (event.type === "refund.paid" && payer === "wallet"))
      pay(payout?.gamerHandle ?? "", payout?.amount ?? 0);
    if (event.type.startsWith("wallet.")) pay(wallet?.gamerHandle ?? "", transaction?.amount ?? 0);
    told.faults.push(...foldTournament(event, told.tournaments));
  }
  return told;
}

/** Takes one event into the tournament that it is about; returns why it does not fit. */
function foldTournament(
  { type, sequence, data }: EventBody,
  tournaments: Map<string, ToldTournament>,
): string[] {
  const { tournament, entry, ranking, settlement, payout, winner, winners, scores, score } =
    data as Data;
  const about = entry ?? ranking ?? settlement ?? payout ?? scores ?? score;
  const id = tournament?.id ?? about?.tournament;
  if (id === undefined) return [];
  const doesNotFit = (why: string) => [`${type}, number ${sequence}, came ${why}`];
  if (type === "tournament.created") tournaments.set(id, newTournament());
  const told = tournaments.get(id);
  if (told === undefined) return doesNotFit("before the tournament was created");
  const follows = (...allowed: string[]) =>
    allowed.includes(told.status) ? [] : doesNotFit(`while the tournament was ${told.status}`);
  switch (type) {
    case "tournament.published":
      return moved(told, "published", follows("pending"));
    case "tournament.settling":
      return moved(told, "settling", follows("published"));
    case "tournament.cancelled":
      return moved(told, "cancelled", follows("pending", "published", "settling"));
    case "tournament.completed":
      Object.assign(told, { winner, winners });
      return moved(told, "completed", follows("settling"));
    case "entry.joined":
      if (told.entries.has(entry?.id ?? "")) return doesNotFit("twice");
      told.entries.set(entry?.id ?? "", {
        handle: entry?.gamerHandle ?? "",
        state: "in",
        eliminated: false,
      });
      // Another service tells it, and may tell it after the end.
      return told.status === "pending" ? doesNotFit("before the publication") : [];
    case "entry.eliminated":
    case "entry.disqualified":
    case "entry.reinstated":
      return entry === undefined ? [] : foldEntry(told.entries, type, entry).flatMap(doesNotFit);
    case "score.recorded":
      return scores === undefined ? [] : foldScores(told, scores).flatMap(doesNotFit);
    case "score.held":
      return score === undefined ? [] : foldHeld(told, score).flatMap(doesNotFit);
    case "ranking.frozen":
      if (told.isFrozen) return doesNotFit("twice");
      told.isFrozen = true;
      // Another service tells it, and may tell it after all is paid or given back.
      return follows("settling", "completed", "cancelled");
    case "score.reviewed":
      return score === undefined ? [] : foldReview(told, score).flatMap(doesNotFit);
    case "settlement.planned":
      told.settlement = settlement ?? null;
      return follows("settling", "cancelled");
    case "payout.paid":
    case "refund.paid":
      told.payouts.push({
        handle: payout?.gamerHandle ?? "",
        rank: payout?.rank ?? null,
        amount: payout?.amount ?? 0,
      });
      if (told.settlement === null) return doesNotFit("before it was planned");
      return told.status === "completed" ? doesNotFit("after the completion") : [];
    case "settlement.done":
      told.isSettled = true;
      return told.settlement === null ? doesNotFit("before it was planned") : [];
    default:
      return [];
  }
}

function moved(told: ToldTournament, status: string, faults: string[]): string[] {
  told.status = status;
  return faults;
}

const newTournament = (): ToldTournament => ({
  status: "pending",
  entries: new Map(),
  settlement: null,
  isFrozen: false,
  isSettled: false,
  payouts: [],
  standings: new Map(),
  reviewed: new Set(),
  lastScore: 0,
  held: new Set(),
  winner: null,
  winners: [],
});
