import type {
  EntryBody,
  LeaderboardLineBody,
  PayoutBody,
  ReviewedScoreBody,
  SettlementBody,
  TournamentBody,
} from "../../harness/bodies.ts";
import { acknowledged, type History } from "../history.ts";
import { toMajor, toMinor } from "../money.ts";
import { at } from "../fixture.ts";
import { joinedOf } from "./joins.ts";
import { payerOf, platformOf, walletOf, type Move } from "./moves.ts";
import { earliestEnd } from "./over.ts";
import { dividePool } from "./prizes.ts";
import { decidedOf, isEliminatedIn, stateIn, type Decided } from "./decided.ts";
import { differs } from "./differs.ts";
import { attemptsIn, checkListed } from "./reviews.ts";
import { checkBoard, foldAttempts } from "./scores.ts";
import { inStandingOrder, checkRanks, checkToldRanks, placedBy } from "./standings.ts";

/** A tournament that has come to rest, as the API shows it. */
export interface SeenTournament {
  tournament: TournamentBody;
  entries: readonly EntryBody[];
  /** Its leaderboard; empty where it takes no scores. */
  board: readonly LeaderboardLineBody[];
  /** Its attempts, with what was decided on them; empty where it takes no scores. */
  scores: readonly ReviewedScoreBody[];
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

/** A tournament, and what was decided on its entries and attempts. */
interface Inputs {
  history: History;
  tournament: number;
  seen: SeenTournament;
  decided: Decided;
}

/** The status that a tournament must come to. */
function finalStatus(inputs: Inputs, published: boolean): string {
  const { history, tournament } = inputs;
  const cancelled = acknowledged(history, "cancel").some(
    ({ intent }) => intent.tournament === tournament,
  );
  if (cancelled) return "cancelled";
  if (!published) return "pending";
  const { minEntries } = at(history.fixture.tournaments, tournament).plan;
  const joined = joinedOf(history, tournament).map(({ handle }) => handle);
  const hasNobodyToPay = joined.length > 0 && !joined.some((handle) => canBePaid(inputs, handle));
  return joined.length < minEntries || hasNobodyToPay ? "cancelled" : "completed";
}

/**
 * Whether an entry can win a prize: none that is disqualified, and where scores decide, none that is in
 * to the end without any.
 */
function canBePaid({ history, tournament, seen, decided }: Inputs, handle: string): boolean {
  const { scoring } = at(history.fixture.tournaments, tournament).plan;
  if (decided.disqualified.has(handle)) return false;
  if (scoring === null || scoring.noScore === "in") return true;
  const attempts = attemptsIn(history, tournament, seen.scores);
  const own = attempts.filter((attempt) => attempt.handle === handle);
  return (
    foldAttempts(scoring, own).length > 0 ||
    isEliminatedIn(decided, handle) ||
    placedBy(history, tournament).flat().includes(handle)
  );
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
  const decided = decidedOf(history, tournament);
  if (decided === null)
    return { faults: ["what was decided on its entries fits in no order"], moves: [] };
  const inputs = { history, tournament, seen, decided };
  const status = finalStatus(inputs, published);
  const faults = [
    ...differs("the state of its settlement", seen.state, published ? "done" : null),
    ...differs("status", seen.tournament.status, status),
    ...differs("prizePool", seen.tournament.prizePool, 0),
    ...checkEntries(inputs),
    ...checkScores(inputs),
  ];
  const moves =
    !published || faults.length > 0
      ? []
      : status === "completed"
        ? checkPayout(inputs, faults)
        : checkRefund(history, tournament, seen, faults);
  return { faults, moves };
}

function checkScores({ history, tournament, seen, decided }: Inputs): string[] {
  const { scoring } = at(history.fixture.tournaments, tournament).plan;
  if (scoring === null) return [];
  // The disqualified stand on no leaderboard, whatever they scored.
  const ranked = attemptsIn(history, tournament, seen.scores).filter(
    ({ handle }) => !decided.disqualified.has(handle),
  );
  return [
    ...checkListed(history, tournament, seen.scores),
    ...checkBoard(scoring, ranked, seen.board),
  ];
}

function checkEntries({ history, tournament, seen: { entries }, decided }: Inputs): string[] {
  const joined = joinedOf(history, tournament).map(({ handle }) => handle);
  const { seats } = at(history.fixture.tournaments, tournament).plan;
  return [
    ...differs(
      "entries",
      sorted(entries.map((entry) => `${entry.gamerHandle} ${entry.state} ${entry.eliminated}`)),
      sorted(
        joined.map(
          (handle) => `${handle} ${stateIn(decided, handle)} ${isEliminatedIn(decided, handle)}`,
        ),
      ),
    ),
    ...(seats !== null && entries.length > seats ? [`${entries.length} in ${seats} seats`] : []),
  ];
}

function checkPayout(inputs: Inputs, faults: string[]): Move[] {
  const { history, tournament, seen, decided } = inputs;
  faults.push(
    ...checkRanks(history, tournament, seen, decided),
    ...checkToldRanks(history, tournament, seen.entries),
  );
  const { plan, game } = at(history.fixture.tournaments, tournament);
  const pool = plan.feeMinor * BigInt(seen.entries.length);
  const standings = inStandingOrder(seen.entries).filter(({ gamerHandle }) =>
    canBePaid(inputs, gamerHandle),
  );
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

const sorted = (texts: readonly string[]) => texts.toSorted();
