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
import { inStandingOrder, checkRanks, checkToldRanks } from "./standings.ts";

/** A tournament that has come to rest, as the API shows it. */
export interface SeenTournament {
  tournament: TournamentBody;
  entries: readonly EntryBody[];
  /** Of its settlement; null when there is none to be. */
  state: string | null;
  settlement: SettlementBody | null;
  payouts: readonly Pick<PayoutBody, "gamer" | "gamerHandle" | "rank" | "amount">[];
}

/** A tournament's end as it must be: where it differs, and the money it moves. */
export interface TournamentCheck {
  faults: string[];
  moves: Move[];
}

/** The status that a tournament must come to. */
export function finalStatus(history: History, tournament: number, published: boolean): string {
  const cancelled = acknowledged(history, "cancel").some(
    ({ intent }) => intent.tournament === tournament,
  );
  if (cancelled) return "cancelled";
  if (!published) return "pending";
  const { minEntries } = at(history.fixture.tournaments, tournament).plan;
  return joinsOf(history, tournament).length < minEntries ? "cancelled" : "completed";
}

/** Checks a tournament that has come to rest, and says what its settlement must have moved. */
export function checkTournament(
  history: History,
  tournament: number,
  seen: SeenTournament,
): TournamentCheck {
  const published = acknowledged(history, "publish").some(
    ({ intent }) => intent.tournament === tournament,
  );
  const status = finalStatus(history, tournament, published);
  const faults = [
    ...differs("the state of its settlement", seen.state, published ? "done" : null),
    ...differs("status", seen.tournament.status, status),
    ...differs("prizePool", seen.tournament.prizePool, 0),
    ...checkEntries(history, tournament, seen.entries),
  ];
  const moves =
    !published || faults.length > 0
      ? []
      : status === "completed"
        ? checkPayout(history, tournament, seen, faults)
        : checkRefund(history, tournament, seen, faults);
  return { faults, moves };
}

function checkEntries(
  history: History,
  tournament: number,
  entries: readonly EntryBody[],
): string[] {
  const joined = joinsOf(history, tournament).map(({ intent }) => intent.handle);
  const eliminated = acknowledged(history, "eliminate")
    .filter(({ intent }) => intent.tournament === tournament)
    .flatMap(({ intent }) => intent.handles);
  const names = (some: readonly EntryBody[]) => some.map((entry) => entry.gamerHandle);
  const { seats } = at(history.fixture.tournaments, tournament).plan;
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

function checkPayout(
  history: History,
  tournament: number,
  seen: SeenTournament,
  faults: string[],
): Move[] {
  faults.push(
    ...checkRanks(history, tournament, seen.entries),
    ...checkToldRanks(history, tournament, seen.entries),
  );
  const { plan, game } = at(history.fixture.tournaments, tournament);
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
  const settled = settledAfter(history, tournament);
  return [
    { ...settled, account: platformOf(plan.game), amount: platformFee },
    ...paid.map(({ entry, amount }) => ({
      ...settled,
      account: walletOf(plan.game, entry.gamerHandle),
      amount,
    })),
  ];
}

function checkRefund(
  history: History,
  tournament: number,
  seen: SeenTournament,
  faults: string[],
): Move[] {
  const { plan, game } = at(history.fixture.tournaments, tournament);
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
    ...settledAfter(history, tournament),
    account: payerOf(game, plan.game, entry.gamerHandle),
    amount: plan.feeMinor,
  }));
}

const settledAfter = (history: History, tournament: number) => ({
  earliest: earliestEnd(history, tournament),
  latest: Infinity,
  call: null,
});

const joinsOf = (history: History, tournament: number) =>
  acknowledged(history, "join").filter(({ intent }) => intent.tournament === tournament);

const sorted = (texts: readonly string[]) => texts.toSorted();

/** Nothing, or a sentence that names the difference. */
export function differs(what: string, seen: unknown, expected: unknown): string[] {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
  return text(seen) === text(expected) ? [] : [`${what} is ${text(seen)}, not ${text(expected)}`];
}
