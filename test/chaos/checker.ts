import type { EntryBody, ReviewedScoreBody } from "../harness/bodies.ts";
import { dividePool } from "../model/prizes.ts";
import { getState, rankEntries, type RankedEntry } from "../model/ranking.ts";
import {
  foldAttempts,
  STATE_AFTER,
  type AttemptState,
  type Scoring,
  type Verdict,
} from "../model/scoring.ts";
import { checkTold, foldEvents } from "./events.ts";
import * as facts from "./facts.ts";
import type { Decided, RecordedAttempt } from "./facts.ts";
import {
  differs,
  findAcknowledged,
  getAnswer,
  isAcknowledged,
  toMajor,
  toMinor,
  toText,
  type Call,
  type History,
  type Move,
} from "./history.ts";
import { observeBalances, observeEvents, type SeenTournament } from "./observe.ts";
import { getOperation, REASON } from "./operations.ts";
import { checkPeople } from "./people-checker.ts";
import { at } from "./plan.ts";
import { getKey, type Caller } from "./play.ts";
import type { ChaosSystem } from "./system.ts";

/** The number of acknowledged operations that are repeated at the very end. */
const REPEATED = 40;
const PATIENCE_MS = 12_000;
const RETRIES = 3;

/** Checks a run that has come to rest: returns a sentence for each contradiction of the model. */
export async function checkHistory(
  system: ChaosSystem,
  caller: Caller,
  seed: number,
  history: History,
  seen: readonly (SeenTournament | null)[],
): Promise<string[]> {
  const { games, tournaments } = history.fixture;
  const faults: string[] = [];
  for (const [index, one] of seen.entries()) {
    if (one === null) continue;
    const result = checkTournament(history, index, one);
    faults.push(
      ...result.faults.map((fault) => `tournament ${index} (${one.tournament.id}): ${fault}`),
    );
    history.moves.push(...result.moves);
  }
  for (const call of history.calls)
    faults.push(...checkCall(call, history).map((fault) => `${describeCall(call)}: ${fault}`));
  const balances = await observeBalances(system, history.fixture);
  for (const [account, balance] of balances)
    faults.push(
      ...differs(`the balance of ${account}`, balance, facts.getBalance(history, account)),
    );
  for (const [index, game] of games.entries()) {
    const told = foldEvents(await observeEvents(system, game), game.plan);
    const own = seen.filter((_, tournament) => at(tournaments, tournament).plan.game === index);
    const wallets = game.plan.handles.flatMap((handle) => {
      const balance = balances.get(facts.walletOf(index, handle));
      return differs(`the wallet of ${handle}`, told.wallets.get(handle) ?? 0n, balance);
    });
    const all = [...told.faults, ...checkTold(told, own), ...wallets];
    faults.push(...all.map((fault) => `the events of game ${index}: ${fault}`));
  }
  faults.push(...(await checkPeople(system, history)));
  faults.push(...(await checkRepeats(caller, seed, history)));
  faults.push(...system.watch.crashes, ...caller.internalErrors);
  return faults;
}

/** Checks whether the outcome of a call is possible. */
export function checkCall(call: Call, history: History): string[] {
  const operation = getOperation(call.intent);
  const { outcome, answers, mended } = call;
  const impossible = mended.filter((code) => !operation.mend?.[code]?.may(call, history));
  if (impossible.length > 0)
    return impossible.map((code) => `was refused as ${code} for a while, which cannot be`);
  switch (outcome.kind) {
    case "acknowledged":
      return [
        ...Object.entries(operation.wrong ?? {}).flatMap(([wrong, isWrong]) =>
          isWrong(call, history) ? [wrong] : [],
        ),
        ...(operation.check?.(call, history) ?? []),
        ...answers.flatMap((answer) =>
          differs(
            "another answer to the same key",
            operation.identity(answer),
            operation.identity(outcome.body),
          ),
        ),
      ];
    case "refused": {
      if (answers.length > 0) return [`was acknowledged, and refused as ${outcome.code}`];
      const may = operation.refusals?.[outcome.code]?.(call, history) ?? false;
      return may ? [] : [`was refused as ${outcome.code}, which cannot be`];
    }
    case "unknown":
      return [`was never answered: ${outcome.why}`];
    default:
      return outcome satisfies never;
  }
}

/** Repeats some acknowledged operations: the same key must get the same answer. */
async function checkRepeats(caller: Caller, seed: number, history: History): Promise<string[]> {
  const answered = history.calls.filter(
    (call) => isAcknowledged(call) && (getOperation(call.intent).repeats?.(call, history) ?? true),
  );
  const every = Math.max(1, Math.floor(answered.length / REPEATED));
  const faults: string[] = [];
  for (const call of answered.filter((_, index) => index % every === 0)) {
    const { operation, intent, outcome } = call;
    const { request, identity } = getOperation(intent);
    const ask = () =>
      caller.send(request(intent, history.fixture), getKey(seed, operation), PATIENCE_MS);
    let again = await ask();
    // A connection that a fault broke fails only when it is used.
    for (let retry = 0; retry < RETRIES && again.kind === "unknown"; retry++) again = await ask();
    const toIdentity = (one: typeof again) =>
      one.kind === "acknowledged" ? identity(one.body) : one;
    faults.push(
      ...differs("the answer to the same key", toIdentity(again), toIdentity(outcome)).map(
        (fault) => `${describeCall(call)}: ${fault}`,
      ),
    );
  }
  return faults;
}

export function describeCall({ operation, intent, startedAt, endedAt, outcome }: Call): string {
  const { kind, ...rest } = intent;
  const why = outcome.kind === "unknown" ? outcome.why : outcome.kind;
  const answer = outcome.kind === "refused" ? outcome.code : why;
  return `operation ${operation.id} ${kind} ${toText(rest)} [${startedAt}–${endedAt}] ${answer}`;
}

/** A tournament, its entries in the end, and its attempts in the states that the API lists. */
interface Ended {
  history: History;
  tournament: number;
  seen: SeenTournament;
  decided: Decided;
  entries: readonly RankedEntry[];
  attempts: readonly RecordedAttempt[];
  scoring: Scoring | null;
}

/** Checks a tournament that has come to rest; also returns the money that its settlement moved. */
export function checkTournament(
  history: History,
  tournament: number,
  seen: SeenTournament,
): { faults: string[]; moves: Move[] } {
  const decided = facts.findDecided(history, tournament);
  if (decided === null)
    return { faults: ["no order of the decisions on its entries is possible"], moves: [] };
  const joined = facts.findJoined(history, tournament).map(({ handle }) => handle);
  const [ended] = findAcknowledged(history, "complete").filter(
    ({ intent }) => intent.tournament === tournament,
  );
  const places = new Map(ended?.intent.ranks.map(({ gamer, rank }) => [gamer, rank]));
  const states = new Map(seen.scores.map(({ id, state }) => [id, state as AttemptState]));
  const end: Ended = {
    history,
    tournament,
    seen,
    decided,
    entries: joined.map((handle) => ({
      ...(decided.entries.find((entry) => entry.handle === handle) ?? {
        handle,
        disqualified: false,
      }),
      place: places.get(handle),
    })),
    attempts: facts.findAttempts(history, tournament).map((attempt) => ({
      ...attempt,
      state: states.get(attempt.id) ?? attempt.state,
    })),
    scoring: at(history.fixture.tournaments, tournament).plan.scoring,
  };
  const published = facts.isPublished(history, tournament);
  const status = getFinalStatus(end, published);
  const faults = [
    ...differs("the state of its settlement", seen.state, published ? "done" : null),
    ...differs("status", seen.tournament.status, status),
    ...differs("prizePool", seen.tournament.prizePool, 0),
    ...checkEntries(end),
    ...checkDecisions(end),
    ...checkScores(end),
  ];
  if (!published || faults.length > 0) return { faults, moves: [] };
  return status === "completed" ? checkPayout(end) : checkRefund(end);
}

function getFinalStatus(end: Ended, published: boolean): string {
  const { history, tournament, entries } = end;
  const isCancelled = findAcknowledged(history, "cancel").some(
    ({ intent }) => intent.tournament === tournament,
  );
  if (isCancelled) return "cancelled";
  if (!published) return "pending";
  const { minEntries } = at(history.fixture.tournaments, tournament).plan;
  const canPay = entries.length === 0 || entries.some((entry) => canBePaid(end, entry));
  return entries.length < minEntries || !canPay ? "cancelled" : "completed";
}

/** Whether an entry can win: without `noScore: "in"` a gamer who is in to the end needs a score. */
function canBePaid({ scoring, attempts }: Ended, entry: RankedEntry): boolean {
  if (entry.disqualified) return false;
  if (scoring === null || scoring.noScore === "in") return true;
  return (
    entry.round !== undefined ||
    entry.place !== undefined ||
    attempts.some(({ handle, state }) => handle === entry.handle && state === "counted")
  );
}

function checkEntries({ history, tournament, seen, entries }: Ended): string[] {
  const { seats } = at(history.fixture.tournaments, tournament).plan;
  return [
    ...differs(
      "entries",
      seen.entries.map((one) => `${one.gamerHandle} ${one.state} ${one.eliminated}`).toSorted(),
      entries
        .map((entry) => `${entry.handle} ${getState(entry)} ${entry.round !== undefined}`)
        .toSorted(),
    ),
    ...(seats !== null && seen.entries.length > seats
      ? [`${seen.entries.length} in ${seats} seats`]
      : []),
  ];
}

const SHOWN_DECISIONS = 10;

/** Checks who decided what on entries, when and why. */
function checkDecisions({ decided: { decisions }, seen }: Ended): string[] {
  const actors = [...seen.decisions.values()].flatMap((shown) =>
    shown.map(({ actor }) => toText([actor.type, actor.id])),
  );
  const isByKey = new Set(actors).size <= 1 && actors.every((actor) => actor.includes('"api_key"'));
  return [
    ...(isByKey ? [] : [`the decisions are by ${[...new Set(actors)].join()}`]),
    ...[...seen.decisions].flatMap(([handle, shown]) => {
      const made = decisions
        .filter(({ call: { intent } }) => intent.kind !== "eliminate")
        .filter(({ call: { intent } }) => intent.handles.includes(handle))
        .slice(-SHOWN_DECISIONS)
        .map(({ call, was }) => [
          facts.getDecided(call, handle)?.updatedAt,
          call.intent.kind,
          was.get(handle),
          REASON,
        ]);
      const seenOnes = shown.map((one) => [one.decidedAt, one.decision, one.was, one.reason]);
      return differs(`the decisions on ${handle}`, seenOnes, made);
    }),
    ...seen.entries.flatMap(({ gamerHandle, eliminated, eliminatedAt }) => {
      const last = decisions.findLast(
        ({ call: { intent } }) =>
          intent.kind === "eliminate" && intent.handles.includes(gamerHandle),
      );
      const told =
        eliminated && last ? facts.getDecided(last.call, gamerHandle)?.eliminatedAt : null;
      return differs(`the elimination of ${gamerHandle}`, eliminatedAt, told);
    }),
  ];
}

function checkScores({ history, tournament, seen, entries, attempts, scoring }: Ended): string[] {
  if (scoring === null) return [];
  const disqualified = new Set(
    entries.flatMap((entry) => (entry.disqualified ? entry.handle : [])),
  );
  const ids = attempts.map(({ id }) => id).toSorted();
  return [
    ...differs("the attempts", seen.scores.map(({ id }) => id).toSorted(), ids),
    ...seen.scores.flatMap((listed) => checkListed(history, tournament, listed)),
    ...checkBoard(
      scoring,
      attempts.filter(({ handle }) => !disqualified.has(handle)),
      seen.board,
    ),
  ];
}

/** Checks the decisions on an attempt: the latest holds. */
function checkListed(
  history: History,
  tournament: number,
  { id, state, decisions }: ReviewedScoreBody,
): string[] {
  const made = facts.findReviews(history, tournament, id).map((call) => {
    const moment = facts.getReviewed(call).find((one) => one.id === id)?.decisions[0]?.decidedAt;
    return [moment, call.intent.decision, REASON];
  });
  const shown = decisions.map((one) => [one.decidedAt, one.decision, one.reason]);
  const moments = decisions.map(({ decidedAt }) => decidedAt);
  const recorded = facts.findAttempts(history, tournament).find((attempt) => attempt.id === id);
  const latest = decisions.at(-1)?.decision as Verdict | undefined;
  return [
    ...differs(
      `the decisions on attempt ${id}`,
      shown.map(toText).toSorted(),
      made.map(toText).toSorted(),
    ),
    ...differs(`the order of the decisions on attempt ${id}`, moments, moments.toSorted()),
    ...differs(
      `the state of attempt ${id}`,
      state,
      latest === undefined ? recorded?.state : STATE_AFTER[latest],
    ),
  ];
}

type Line = SeenTournament["board"][number];

const toNumbers = (line: Line): number[] => [line.score ?? 0, ...line.tieBreaks];

/** Checks that each line of a leaderboard is the result of the gamer's attempts. */
export function checkBoard(
  scoring: Scoring,
  attempts: readonly RecordedAttempt[],
  board: readonly Line[],
): string[] {
  // A void attempt is not used up.
  const used = attempts.filter(({ state }) => state !== "void");
  const byGamer = Map.groupBy(used, ({ handle }) => handle);
  const listed = new Set(board.map(({ gamerHandle }) => gamerHandle));
  return [
    ...[...byGamer].flatMap(([handle, own]) => [
      ...(own.length > scoring.attempts ? [`${handle} has ${own.length} attempts`] : []),
      ...(own.some(({ state }) => state === "counted") && !listed.has(handle)
        ? [`${handle} has a score and is not on the leaderboard`]
        : []),
    ]),
    ...board.flatMap((line) => {
      const own = byGamer.get(line.gamerHandle) ?? [];
      if (isResult(scoring, own, line)) return [];
      const shown = toText([line.score, line.tieBreaks, line.attempts, line.reachedAt]);
      return [`${line.gamerHandle} has ${shown}, and the attempts are ${toText(own)}`];
    }),
  ];
}

/**
 * Whether a line is the result of attempts. The order of the attempts of one moment is not known: if the
 * last attempt counts, it decides the numbers, and the ones before decide since when.
 */
function isResult(scoring: Scoring, attempts: readonly RecordedAttempt[], line: Line): boolean {
  if (line.attempts !== attempts.length) return false;
  const numbers = String(toNumbers(line));
  const counted = attempts.filter(({ state }) => state === "counted");
  if (counted.length === 0) return line.score === null && line.reachedAt === null;
  const latest = Math.max(...counted.map((attempt) => attempt.at));
  return [false, true].some((soon) => {
    const isLate = (one: RecordedAttempt) =>
      (String(one.numbers) === numbers) !== (soon && one.at < latest);
    const order = counted.toSorted((a, b) => a.at - b.at || Number(isLate(a)) - Number(isLate(b)));
    const result = foldAttempts(scoring, order);
    return (
      String(result?.numbers) === numbers && result?.reached === Date.parse(line.reachedAt ?? "")
    );
  });
}

/** Sorts entries as prizes and remainders are given: by rank, and within a rank the earliest first. */
const inPrizeOrder = (entries: readonly EntryBody[]): EntryBody[] =>
  entries.toSorted(
    (a, b) =>
      (a.rank ?? 0) - (b.rank ?? 0) ||
      (a.joinedAt < b.joinedAt ? -1 : a.joinedAt > b.joinedAt ? 1 : 0) ||
      (a.id < b.id ? -1 : 1),
  );

function checkRanks({ seen, entries, scoring }: Ended): string[] {
  // Among equals the ranks of the leaderboard say which attempt of a moment was earlier.
  const board = seen.board
    .filter(({ score }) => score !== null)
    .toSorted(
      (a, b) => Date.parse(a.reachedAt ?? "") - Date.parse(b.reachedAt ?? "") || a.rank - b.rank,
    );
  const results = new Map(
    board.map((line, reached) => [line.gamerHandle, { numbers: toNumbers(line), reached }]),
  );
  const ranks = rankEntries(
    entries.map((entry) => ({ ...entry, result: results.get(entry.handle) ?? null })),
    scoring,
  );
  const shown = new Map(seen.entries.map(({ gamerHandle, rank }) => [gamerHandle, rank]));
  return [
    ...[...shown].flatMap(([handle, rank]) =>
      differs(`the rank of ${handle}`, rank, ranks.get(handle) ?? null),
    ),
    ...seen.board.flatMap(({ gamerHandle, rank }) =>
      differs(`the rank of ${gamerHandle} on the leaderboard`, rank, shown.get(gamerHandle)),
    ),
  ];
}

/** Checks that the rank in the answer to an elimination is kept, or only gets worse if provisional. */
function checkToldRanks({ history, tournament, seen, scoring, decided }: Ended): string[] {
  // Gamers without a score may end behind the eliminated, whose ranks then get better.
  if (scoring?.noScore === "out") return [];
  // A disqualification or reinstatement moves all entries behind it.
  if (decided.decisions.some(({ call: { intent } }) => intent.kind !== "eliminate")) return [];
  const final = new Map(seen.entries.map((entry) => [entry.id, entry.rank ?? 0]));
  return findAcknowledged(history, "eliminate")
    .filter(({ intent }) => intent.tournament === tournament)
    .flatMap((call) => getAnswer(call)?.entries ?? [])
    .flatMap(({ id, gamerHandle, rank, provisional }) => {
      const [told, now] = [rank ?? 0, final.get(id) ?? 0];
      const isKept = provisional ? told <= now : told === now;
      return isKept ? [] : [`${gamerHandle} was told rank ${told}, and has rank ${now}`];
    });
}

function checkPayout(end: Ended): { faults: string[]; moves: Move[] } {
  const { history, tournament, seen, entries } = end;
  const { plan, game } = at(history.fixture.tournaments, tournament);
  const { exponent, platformFeeBps } = game.plan;
  const pool = plan.feeMinor * BigInt(seen.entries.length);
  const payable = new Set(entries.flatMap((entry) => (canBePaid(end, entry) ? entry.handle : [])));
  const standings = inPrizeOrder(seen.entries).filter(({ gamerHandle }) =>
    payable.has(gamerHandle),
  );
  const ranks = standings.map(({ rank }) => rank ?? 0);
  const { platformFee, prizes } = dividePool(pool, platformFeeBps, plan.split, ranks);
  const paid = standings.flatMap(({ gamerHandle, rank }, index) => {
    const amount = prizes[index] ?? 0n;
    return amount > 0n ? [{ gamerHandle, rank, amount }] : [];
  });
  const winners = standings.filter(({ rank }) => rank === 1).map(({ gamer }) => gamer);
  const { settlement, tournament: shown } = seen;
  const faults = [
    ...checkRanks(end),
    ...checkToldRanks(end),
    ...differs("settlement", settlement?.kind, "payout"),
    ...differs("pool", settlement?.pool, toMajor(pool, exponent)),
    ...differs("platformFee", settlement?.platformFee, toMajor(platformFee, exponent)),
    ...differs(
      "payouts",
      seen.payouts.map((one) => [one.gamerHandle, one.rank, toMinor(one.amount, exponent)]),
      paid.map(({ gamerHandle, rank, amount }) => [gamerHandle, rank, amount]),
    ),
    ...differs("winners", shown.winners.toSorted(), winners.toSorted()),
    ...differs("winner", shown.winner, winners.length === 1 ? winners[0] : null),
  ];
  const settled = facts.settledAfter(history, tournament);
  const moves = [
    { ...settled, account: facts.platformOf(plan.game), amount: platformFee },
    ...paid.map(({ gamerHandle, amount }) => ({
      ...settled,
      account: facts.walletOf(plan.game, gamerHandle),
      amount,
    })),
  ];
  return { faults, moves };
}

function checkRefund({ history, tournament, seen }: Ended): { faults: string[]; moves: Move[] } {
  const { plan, game } = at(history.fixture.tournaments, tournament);
  const refunded = plan.feeMinor > 0n ? seen.entries : [];
  const amount = toMajor(plan.feeMinor, game.plan.exponent);
  const faults = [
    ...differs("settlement", seen.settlement?.kind, "refund"),
    ...differs(
      "refunds",
      seen.payouts.map((one) => `${one.gamerHandle} ${one.amount}`).toSorted(),
      refunded.map(({ gamerHandle }) => `${gamerHandle} ${amount}`).toSorted(),
    ),
    ...differs("winner", seen.tournament.winner, null),
  ];
  const moves = refunded.map(({ gamerHandle }) => ({
    ...facts.settledAfter(history, tournament),
    account: facts.payerOf(game, plan.game, gamerHandle),
    amount: plan.feeMinor,
  }));
  return { faults, moves };
}
