import type { EntryBody, ReviewedScoreBody } from "../harness/bodies.ts";
import { dividePool } from "../model/prizes.ts";
import { getState, rankEntries, type RankedEntry } from "../model/ranking.ts";
import { foldAttempts, STATE_AFTER, type Scoring, type Verdict } from "../model/scoring.ts";
import * as facts from "./facts.ts";
import { differs, findOn, sort, toMajor, toMinor, toText } from "./history.ts";
import type { History, Move } from "./history.ts";
import type { SeenTournament } from "./observe.ts";
import { REASON } from "./operations.ts";
import { at } from "./plan.ts";

/** A tournament, and its entries in the end with the results of their attempts. */
interface Ended {
  history: History;
  tournament: number;
  seen: SeenTournament;
  decisions: facts.Decided["decisions"];
  entries: readonly RankedEntry[];
  scoring: Scoring | null;
}

/** Checks a tournament that has come to rest; also returns the money that its settlement moved. */
export function checkTournament(
  history: History,
  tournament: number,
  seen: SeenTournament,
): { faults: string[]; moves: Move[] } {
  const decided = facts.findDecided(history, tournament);
  if (typeof decided === "string") return { faults: [decided], moves: [] };
  const { scoring } = at(history.fixture.tournaments, tournament).plan;
  const [completed] = findOn(history, tournament, "complete");
  const places = new Map(completed?.intent.ranks.map(({ gamer, rank }) => [gamer, rank]));
  const attempts = toSequence(seen).map((body, index) => ({ ...facts.toAttempt(body), at: index }));
  const entries = decided.entries.map((entry) => {
    const own = attempts.filter(({ handle }) => handle === entry.handle);
    const result = scoring && foldAttempts(scoring, own);
    return { ...entry, place: places.get(entry.handle), result };
  });
  const { decisions } = decided;
  const end: Ended = { history, tournament, seen, decisions, entries, scoring };
  const isPublished = findOn(history, tournament, "publish").length > 0;
  const status = getFinalStatus(end, isPublished);
  const faults = [
    ...differs("the state of its settlement", seen.state, isPublished ? "done" : null),
    ...differs("status", seen.tournament.status, status),
    ...differs("prizePool", seen.tournament.prizePool, 0),
    ...checkEntries(end),
    ...checkDecisions(end),
    ...(scoring === null ? [] : [...checkAttempts(end), ...checkBulks(end), ...checkBoard(end)]),
  ];
  if (!isPublished || faults.length > 0) return { faults, moves: [] };
  return checkSettlement(end, status === "completed");
}

/** Returns the attempts in the order of their sequence; the API lists the newest first. */
const toSequence = ({ scores }: SeenTournament): ReviewedScoreBody[] => scores.toReversed();

function getFinalStatus({ history, tournament, ...end }: Ended, isPublished: boolean): string {
  if (findOn(history, tournament, "cancel").length > 0) return "cancelled";
  if (!isPublished) return "pending";
  const { minEntries } = at(history.fixture.tournaments, tournament).plan;
  const canPay = end.entries.length === 0 || end.entries.some((one) => canBePaid(one, end.scoring));
  return end.entries.length < minEntries || !canPay ? "cancelled" : "completed";
}

/** Whether an entry can win: without `noScore: "in"` a gamer who is in to the end needs a score. */
function canBePaid(entry: RankedEntry, scoring: Scoring | null): boolean {
  if (entry.disqualified) return false;
  const isRanked = entry.round !== undefined || entry.place !== undefined || Boolean(entry.result);
  return scoring === null || scoring.noScore === "in" || isRanked;
}

function checkEntries({ history, tournament, seen, entries }: Ended): string[] {
  const { seats } = at(history.fixture.tournaments, tournament).plan;
  const isTooMany = seen.entries.length > (seats ?? Infinity);
  return [
    ...differs(
      "entries",
      sort(seen.entries.map((one) => [one.gamerHandle, one.state, one.eliminated])),
      sort(entries.map((one) => [one.handle, getState(one), one.round !== undefined])),
    ),
    ...(isTooMany ? [`${seen.entries.length} in ${seats} seats`] : []),
  ];
}

const SHOWN_DECISIONS = 10;

/** Checks who decided what on entries, when and why. */
function checkDecisions({ decisions, seen }: Ended): string[] {
  const actors = new Set([...seen.decisions.values()].flat().map(({ actor }) => toText(actor)));
  const isByKey = actors.size <= 1 && [...actors].every((actor) => actor.includes('"api_key"'));
  return [
    ...(isByKey ? [] : [`the decisions are by ${[...actors].join()}`]),
    ...seen.entries.flatMap(({ gamerHandle, eliminated, eliminatedAt }) => {
      const own = decisions.filter(({ call }) => call.intent.handles.includes(gamerHandle));
      const told = own.map(({ call, was }) => {
        const body = facts.getDecided(call, gamerHandle);
        return { kind: call.intent.kind, was: was.get(gamerHandle), body };
      });
      const listed = told.filter(({ kind }) => kind !== "eliminate").slice(-SHOWN_DECISIONS);
      const last = told.findLast(({ kind }) => kind === "eliminate")?.body?.eliminatedAt;
      return [
        ...differs(
          `the decisions on ${gamerHandle}`,
          (seen.decisions.get(gamerHandle) ?? []).map((one) => [
            one.decidedAt,
            one.decision,
            one.was,
            one.reason,
          ]),
          listed.map(({ kind, was, body }) => [body?.updatedAt, kind, was, REASON]),
        ),
        ...differs(
          `the elimination of ${gamerHandle}`,
          eliminatedAt,
          eliminated ? (last ?? null) : null,
        ),
      ];
    }),
  ];
}

/** Checks that each acknowledged attempt is listed once, and that the latest review of it holds. */
function checkAttempts({ history, tournament, seen }: Ended): string[] {
  const recorded = facts.findAttempts(history, tournament);
  const toRow = ({ id, handle, name, numbers, at: moment }: facts.RecordedAttempt) =>
    toText([id, handle, name, numbers, moment]);
  return [
    ...differs(
      "the attempts",
      sort(seen.scores.map((body) => toRow(facts.toAttempt(body)))),
      sort(recorded.map(toRow)),
    ),
    ...seen.scores.flatMap(({ id, state, decisions }) => {
      const made = facts.findReviews(history, tournament, id).map((call) => {
        const answer = facts.getReviewed(call).find((one) => one.id === id);
        return [answer?.decisions[0]?.decidedAt, call.intent.decision, REASON];
      });
      const shown = decisions.map((one) => [one.decidedAt, one.decision, one.reason]);
      const latest = decisions.at(-1)?.decision as Verdict | undefined;
      const first = recorded.find((attempt) => attempt.id === id)?.state;
      return [
        ...differs(`the decisions on attempt ${id}`, shown.map(toText), sort(made)),
        ...differs(
          `the state of attempt ${id}`,
          state,
          latest === undefined ? first : STATE_AFTER[latest],
        ),
      ];
    }),
  ];
}

/** Checks that what one request recorded is in its order, without attempts of others in between. */
function checkBulks({ history, tournament, seen }: Ended): string[] {
  const order = new Map(toSequence(seen).map(({ id }, index) => [id, index]));
  return findOn(history, tournament, "scores").flatMap(({ answers }) =>
    answers.flatMap(({ results }) => {
      const ids = results.flatMap(({ status, score }) => (status === 201 && score ? score.id : []));
      const places = ids.map((id) => order.get(id) ?? -1);
      const expected = places.map((_, index) => (places[0] ?? 0) + index);
      return differs("the places of scores of one request", places, expected);
    }),
  );
}

/** Checks that each line of the leaderboard is the result of the gamer's attempts. */
function checkBoard({ seen, entries }: Ended): string[] {
  const sequence = toSequence(seen);
  const lines = seen.board.filter(({ score }) => score !== null);
  const results = entries.flatMap(({ handle, disqualified, result }) => {
    if (disqualified || !result) return [];
    // A void attempt is not used up.
    const used = sequence.filter((one) => one.gamerHandle === handle && one.state !== "void");
    return [[handle, result.numbers, used.length, sequence[result.reached]?.createdAt]];
  });
  return differs(
    "the leaderboard",
    sort(
      lines.map((line) => [
        line.gamerHandle,
        [line.score, ...line.tieBreaks],
        line.attempts,
        line.reachedAt,
      ]),
    ),
    sort(results),
  );
}

function checkRanks({ seen, entries, scoring }: Ended): string[] {
  const ranks = rankEntries(entries, scoring);
  return [...seen.entries, ...seen.board].flatMap(({ gamerHandle, rank }) =>
    differs(`the rank of ${gamerHandle}`, rank, ranks.get(gamerHandle) ?? null),
  );
}

/** Sorts entries as prizes and remainders are given: by rank, and within a rank the earliest first. */
const inPrizeOrder = (entries: readonly EntryBody[]): EntryBody[] =>
  entries.toSorted(
    (a, b) =>
      (a.rank ?? 0) - (b.rank ?? 0) ||
      (a.joinedAt < b.joinedAt ? -1 : a.joinedAt > b.joinedAt ? 1 : 0) ||
      (a.id < b.id ? -1 : 1),
  );

/** Checks the winners and the money, to the minor unit: prizes, or the refund of every fee. */
function checkSettlement(end: Ended, isPaid: boolean): { faults: string[]; moves: Move[] } {
  const { history, tournament, seen, entries, scoring } = end;
  const { plan, game } = at(history.fixture.tournaments, tournament);
  const { exponent, platformFeeBps } = game.plan;
  const pool = plan.feeMinor * BigInt(seen.entries.length);
  const payable = new Set(entries.flatMap((one) => (canBePaid(one, scoring) ? one.handle : [])));
  const standings = inPrizeOrder(seen.entries).filter((one) => payable.has(one.gamerHandle));
  const ranks = standings.map(({ rank }) => rank ?? 0);
  const { platformFee, prizes } = dividePool(pool, platformFeeBps, plan.split, ranks);
  const due = isPaid
    ? standings.map((one, index) => ({ ...one, amount: prizes[index] ?? 0n }))
    : seen.entries.map((one) => ({ ...one, rank: null, amount: plan.feeMinor }));
  const paid = due.filter(({ amount }) => amount > 0n);
  const winners = standings.filter(({ rank }) => isPaid && rank === 1).map(({ gamer }) => gamer);
  const { settlement, tournament: shown } = seen;
  const faults = [
    ...differs("settlement", settlement?.kind, isPaid ? "payout" : "refund"),
    ...differs(
      "payouts",
      sort(seen.payouts.map((one) => [one.gamerHandle, one.rank, toMinor(one.amount, exponent)])),
      sort(paid.map(({ gamerHandle, rank, amount }) => [gamerHandle, rank, amount])),
    ),
    ...differs("winners", shown.winners.toSorted(), winners.toSorted()),
    ...differs("winner", shown.winner, winners.length === 1 ? winners[0] : null),
    ...(isPaid
      ? [
          ...checkRanks(end),
          ...differs("pool", settlement?.pool, toMajor(pool, exponent)),
          ...differs("platformFee", settlement?.platformFee, toMajor(platformFee, exponent)),
        ]
      : []),
  ];
  const settled = facts.settledAfter(history, tournament);
  const moves = paid.map(({ gamerHandle, amount }) => {
    const account = facts.payerOf(game, plan.game, gamerHandle);
    return {
      ...settled,
      account: isPaid ? facts.walletOf(plan.game, gamerHandle) : account,
      amount,
    };
  });
  const fee = { ...settled, account: facts.platformOf(plan.game), amount: platformFee };
  return { faults, moves: isPaid ? [fee, ...moves] : moves };
}
