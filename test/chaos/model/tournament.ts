import type {
  EntryBody,
  PayoutBody,
  SettlementBody,
  TournamentBody,
} from "../../harness/bodies.ts";
import { acknowledged, type History } from "../history.ts";
import { toMajor, toMinor } from "../money.ts";
import { at } from "../fixture.ts";
import { payerOf, platformOf, walletOf, type Move } from "./moves.ts";
import { earliestEnd } from "./over.ts";
import { dividePool } from "./prizes.ts";
import { inStandingOrder, judgeRanks, judgeToldRanks } from "./standings.ts";

/** What the API shows of a tournament that has come to rest. */
export interface SeenCup {
  tournament: TournamentBody;
  entries: readonly EntryBody[];
  /** Of its settlement; null when there is none to be. */
  state: string | null;
  settlement: SettlementBody | null;
  payouts: readonly Pick<PayoutBody, "gamer" | "gamerHandle" | "rank" | "amount">[];
}

/** A cup's end as it must be: where it differs, and the money it moves. */
export interface CupVerdict {
  faults: string[];
  moves: Move[];
}

/** The status that a cup must come to. */
export function finalStatus(history: History, cup: number, published: boolean): string {
  const cancelled = acknowledged(history, "cancel").some(({ intent }) => intent.cup === cup);
  if (cancelled) return "cancelled";
  if (!published) return "pending";
  const { minEntries } = at(history.stage.cups, cup).plan;
  return joinsOf(history, cup).length < minEntries ? "cancelled" : "completed";
}

/** Judges a cup that has come to rest, and says what its settlement must have moved. */
export function judgeCup(history: History, cup: number, seen: SeenCup): CupVerdict {
  const published = acknowledged(history, "publish").some(({ intent }) => intent.cup === cup);
  const status = finalStatus(history, cup, published);
  const faults = [
    ...differs("the state of its settlement", seen.state, published ? "done" : null),
    ...differs("status", seen.tournament.status, status),
    ...differs("prizePool", seen.tournament.prizePool, 0),
    ...judgeEntries(history, cup, seen.entries),
  ];
  const moves =
    !published || faults.length > 0
      ? []
      : status === "completed"
        ? judgePayout(history, cup, seen, faults)
        : judgeRefund(history, cup, seen, faults);
  return { faults, moves };
}

function judgeEntries(history: History, cup: number, entries: readonly EntryBody[]): string[] {
  const joined = joinsOf(history, cup).map(({ intent }) => intent.handle);
  const eliminated = acknowledged(history, "eliminate")
    .filter(({ intent }) => intent.cup === cup)
    .flatMap(({ intent }) => intent.handles);
  const names = (some: readonly EntryBody[]) => some.map((entry) => entry.gamerHandle);
  const { seats } = at(history.stage.cups, cup).plan;
  return [
    ...differs("entries", sorted(names(entries)), sorted(joined)),
    ...differs(
      "eliminated",
      sorted(names(entries.filter((entry) => entry.eliminated))),
      sorted(eliminated),
    ),
    ...(seats !== null && entries.length > seats ? [`${entries.length} in ${seats} seats`] : []),
  ];
}

function judgePayout(history: History, cup: number, seen: SeenCup, faults: string[]): Move[] {
  faults.push(
    ...judgeRanks(history, cup, seen.entries),
    ...judgeToldRanks(history, cup, seen.entries),
  );
  const { plan, game } = at(history.stage.cups, cup);
  const pool = plan.feeMinor * BigInt(seen.entries.length);
  const standings = inStandingOrder(seen.entries);
  const { platformFee, prizes } = dividePool(
    pool,
    game.plan.platformFeeBps,
    plan.split,
    standings.map((entry) => entry.rank ?? 0),
  );
  const { exponent } = game.plan;
  const paid = standings.flatMap((entry, index) => {
    const amount = prizes[index] ?? 0n;
    return amount > 0n ? [{ entry, amount }] : [];
  });
  const winners = standings.filter((entry) => entry.rank === 1).map((entry) => entry.gamer);
  faults.push(
    ...differs("settlement", seen.settlement?.kind, "payout"),
    ...differs("pool", seen.settlement?.pool, toMajor(pool, exponent)),
    ...differs("platformFee", seen.settlement?.platformFee, toMajor(platformFee, exponent)),
    ...differs(
      "payouts",
      seen.payouts.map(({ gamerHandle, rank, amount }) => [
        gamerHandle,
        rank,
        toMinor(amount, exponent),
      ]),
      paid.map(({ entry, amount }) => [entry.gamerHandle, entry.rank, amount]),
    ),
    ...differs("winners", sorted(seen.tournament.winners), sorted(winners)),
    ...differs("winner", seen.tournament.winner, winners.length === 1 ? winners[0] : null),
  );
  const settled = settledAfter(history, cup);
  return [
    { ...settled, account: platformOf(plan.game), amount: platformFee },
    ...paid.map(({ entry, amount }) => ({
      ...settled,
      account: walletOf(plan.game, entry.gamerHandle),
      amount,
    })),
  ];
}

function judgeRefund(history: History, cup: number, seen: SeenCup, faults: string[]): Move[] {
  const { plan, game } = at(history.stage.cups, cup);
  const refunds = plan.feeMinor > 0n ? seen.entries : [];
  faults.push(
    ...differs("settlement", seen.settlement?.kind, "refund"),
    ...differs(
      "refunds",
      sorted(seen.payouts.map(({ gamerHandle, amount }) => `${gamerHandle} ${amount}`)),
      sorted(
        refunds.map(
          (entry) => `${entry.gamerHandle} ${toMajor(plan.feeMinor, game.plan.exponent)}`,
        ),
      ),
    ),
    ...differs("winner", seen.tournament.winner, null),
  );
  return refunds.map((entry) => ({
    ...settledAfter(history, cup),
    account: payerOf(game, plan.game, entry.gamerHandle),
    amount: plan.feeMinor,
  }));
}

const settledAfter = (history: History, cup: number) => ({
  earliest: earliestEnd(history, cup),
  latest: Infinity,
  call: null,
});

const joinsOf = (history: History, cup: number) =>
  acknowledged(history, "join").filter(({ intent }) => intent.cup === cup);

const sorted = (texts: readonly string[]) => texts.toSorted();

/** Nothing, or a sentence that names the difference. */
export function differs(what: string, seen: unknown, expected: unknown): string[] {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
  return text(seen) === text(expected) ? [] : [`${what} is ${text(seen)}, not ${text(expected)}`];
}
