import type { Body, EntryBody, ReviewedScoreBody } from "../harness/bodies.ts";
import { decide, getState, type RankedEntry } from "../model/ranking.ts";
import type { Attempt, AttemptState } from "../model/scoring.ts";
import type { LiveGame } from "./fixture.ts";
import {
  before,
  findAcknowledged,
  findCalls,
  findOn,
  getAnswer,
  maybeBefore,
  type Call,
  type History,
  type Move,
} from "./history.ts";
import { at, type GivenScore, type Intent, type IntentOf } from "./plan.ts";

// Facts about tournaments. `certainly…` is true if the history proves that a fact held when a call began.
// `maybe…` is true if the history allows that the fact held when the call was answered.

export type TournamentCall = Call<Extract<Intent, { tournament: number }>>;
type ItemCall = Call<IntentOf<"join" | "joins" | "score" | "scores">>;
export type EntryDecision = Call<IntentOf<"eliminate" | "disqualify" | "reinstate">>;

/** Postgres and this process read one clock, but at different moments and with rounding. */
export const CLOCK_SLACK_MS = 50;

const getTournament = ({ fixture }: History, tournament: number) =>
  at(fixture.tournaments, tournament);

export const getPlan = (history: History, { intent }: TournamentCall) =>
  getTournament(history, intent.tournament).plan;

/** Returns the calls that ended a tournament before its time. */
export const findEndings = (history: History, tournament: number) =>
  findOn(history, tournament, "cancel", "complete");

/** Whether the registration may have stayed open after an early end (docs/operations/failures.md). */
export const isLeftOpen = (history: History, tournament: number): boolean =>
  history.leftOpen.has(getTournament(history, tournament).id ?? "");

export function certainlyOver(call: TournamentCall, history: History): boolean {
  const { tournament } = call.intent;
  const isPast = call.startedAt > getTournament(history, tournament).endsAt + CLOCK_SLACK_MS;
  const isEnded = findEndings(history, tournament).some((ending) => before(ending, call));
  return isPast || (isEnded && !isLeftOpen(history, tournament));
}

export const maybePastEnd = (call: TournamentCall, history: History): boolean =>
  call.endedAt >= getTournament(history, call.intent.tournament).endsAt - CLOCK_SLACK_MS;

export const maybeOver = (call: TournamentCall, history: History): boolean =>
  maybePastEnd(call, history) ||
  findEndings(history, call.intent.tournament).some(
    (ending) => ending !== call && maybeBefore(ending, call),
  );

/** One gamer's join, or one score, of a call, with what each answer says about it. */
export interface Item {
  call: ItemCall;
  handle: string;
  /** The score; undefined for a join. */
  given: GivenScore | undefined;
  results: Pick<Body["results"][number], "entry" | "score" | "problem">[];
}

export function toItems(call: ItemCall): Item[] {
  const { intent, answers } = call;
  const given = "given" in intent ? [intent.given].flat() : [];
  const named = intent.kind === "join" ? [intent.handle] : [];
  const handles = intent.kind === "joins" ? intent.handles : named;
  const isOne = intent.kind === "join" || intent.kind === "score";
  return [...handles, ...given.map(({ gamer }) => gamer)].map((handle, index) => ({
    call,
    handle,
    given: given[index],
    results: answers.map((answer) =>
      isOne ? answer : (answer.results[index] ?? { problem: { code: "no answer at all" } }),
    ),
  }));
}

export const isIn = ({ results }: Item): boolean => results.some(({ entry }) => entry);

const findItems = (history: History, tournament: number, ...kinds: ItemCall["intent"]["kind"][]) =>
  findCalls(history, ...kinds)
    .filter(({ intent }) => intent.tournament === tournament)
    .flatMap(toItems);

export const findJoins = (history: History, tournament: number): Item[] =>
  findItems(history, tournament, "join", "joins");

export const findJoined = (history: History, tournament: number): Item[] =>
  findJoins(history, tournament).filter(isIn);

export const findReports = (history: History, tournament: number): Item[] =>
  findItems(history, tournament, "score", "scores");

const hasJoined = (
  handle: string,
  tournament: number,
  history: History,
  isEarly: (joined: Call) => boolean,
): boolean =>
  findJoined(history, tournament).some((item) => item.handle === handle && isEarly(item.call));

export const certainlyIn = (handle: string, call: TournamentCall, history: History): boolean =>
  hasJoined(handle, call.intent.tournament, history, (joined) => before(joined, call));

export const maybeIn = (handle: string, call: TournamentCall, history: History): boolean =>
  hasJoined(handle, call.intent.tournament, history, (joined) => maybeBefore(joined, call));

export const certainlyKnown = (
  handle: string,
  game: number,
  call: Call,
  history: History,
): boolean =>
  findAcknowledged(history, "gamer", "deposit").some(
    (made) => made.intent.handle === handle && made.intent.game === game && before(made, call),
  ) ||
  history.fixture.tournaments.some(
    ({ plan }, tournament) =>
      plan.game === game &&
      hasJoined(handle, tournament, history, (joined) => before(joined, call)),
  );

/** Returns the decisions on entries, in the order of their moments. */
const findDecisions = (history: History, tournament: number): EntryDecision[] =>
  findOn(history, tournament, "eliminate", "disqualify", "reinstate").toSorted(
    (a, b) => getMoment(a) - getMoment(b),
  );

/** Returns the times in which a gamer was out, by the moments of the decisions. */
function findOuts(handle: string, tournament: number, history: History) {
  const outs: { call: EntryDecision; from: number; to: number }[] = [];
  for (const call of findDecisions(history, tournament)) {
    if (!call.intent.handles.includes(handle)) continue;
    const findOpen = (kind: string) =>
      outs.findLast((out) => out.call.intent.kind === kind && out.to === Infinity);
    // A reinstatement undoes the disqualification first.
    const undone = findOpen("disqualify") ?? findOpen("eliminate");
    if (call.intent.kind !== "reinstate") outs.push({ call, from: getMoment(call), to: Infinity });
    else if (undone !== undefined) undone.to = getMoment(call);
  }
  return outs;
}

/** Returns the eliminations or disqualifications that may have held when a call was answered. */
export const findMaybeOuts = (
  kind: "eliminate" | "disqualify",
  handle: string,
  call: TournamentCall,
  history: History,
) =>
  findOuts(handle, call.intent.tournament, history).filter(
    (out) =>
      out.call.intent.kind === kind &&
      out.call !== call &&
      out.from <= call.endedAt + CLOCK_SLACK_MS &&
      out.to >= call.startedAt - CLOCK_SLACK_MS,
  );

/** Whether a gamer was certainly out all the time between two moments. */
export const certainlyOut = (
  handle: string,
  [from, to]: readonly [number, number],
  tournament: number,
  history: History,
): boolean =>
  findOuts(handle, tournament, history).some(
    (out) => out.from + CLOCK_SLACK_MS < from && out.to - CLOCK_SLACK_MS > to,
  );

/** Whether another elimination than the gamer's may have been the latest. */
export const maybeNotLatest = (handle: string, call: TournamentCall, history: History): boolean =>
  findMaybeOuts("eliminate", handle, call, history).some(({ from }) =>
    findOn(history, call.intent.tournament, "eliminate").some(
      (later) =>
        !later.intent.handles.includes(handle) &&
        getMoment(later) > from &&
        maybeBefore(later, call),
    ),
  );

export interface RecordedAttempt extends Attempt {
  id: string;
  handle: string;
  name: string | null;
}

export const toAttempt = (body: Omit<ReviewedScoreBody, "tournament" | "decisions">) =>
  ({
    id: body.id,
    handle: body.gamerHandle,
    name: body.attempt,
    numbers: [body.score, ...body.tieBreaks],
    state: body.state as AttemptState,
    at: Date.parse(body.createdAt),
  }) satisfies RecordedAttempt;

/** Returns the recorded attempts of a tournament, each once however often it was answered. */
export function findAttempts(history: History, tournament: number): RecordedAttempt[] {
  const scores = findReports(history, tournament).flatMap(({ results }) =>
    results.flatMap(({ score }) => score ?? []),
  );
  return [...new Map(scores.map((score) => [score.id, toAttempt(score)])).values()];
}

export const getReviewed = (call: Call<IntentOf<"review">>): readonly ReviewedScoreBody[] =>
  getAnswer(call)?.scores ?? [];

/** Returns the reviews that decided on an attempt. */
export const findReviews = (history: History, tournament: number, attempt: string) =>
  findOn(history, tournament, "review").filter((call) =>
    getReviewed(call).some(({ id }) => id === attempt),
  );

/** What the decisions on the entries of a tournament come to. */
export interface Decided {
  entries: readonly RankedEntry[];
  /** In their order, with the state of each entry before. */
  decisions: readonly { call: EntryDecision; was: ReadonlyMap<string, string> }[];
}

/**
 * Returns what the decisions on entries come to in the order of their moments. Returns a sentence if one
 * was not allowed then, or was answered otherwise.
 */
export function findDecided(history: History, tournament: number): Decided | string {
  let entries = findJoined(history, tournament).map(({ handle }): RankedEntry => ({
    handle,
    disqualified: false,
  }));
  const decisions = [];
  for (const call of findDecisions(history, tournament)) {
    const { kind, handles } = call.intent;
    const after = decide(entries, kind, handles);
    if (typeof after === "string") return `a decision was allowed in spite of ${after}`;
    const isAsAnswered = after.every((entry) => {
      const body = getDecided(call, entry.handle);
      const isOut = entry.round !== undefined;
      const isSame = body?.state === getState(entry) && body.eliminated === isOut;
      return isSame || !handles.includes(entry.handle);
    });
    if (!isAsAnswered) return `a decision came to something else than ${JSON.stringify(after)}`;
    const was = new Map(entries.map((entry) => [entry.handle, getState(entry)]));
    decisions.push({ call, was });
    entries = after;
  }
  return { entries, decisions };
}

/** Returns an entry as the answer to a decision shows it. */
export const getDecided = (call: EntryDecision, handle: string): EntryBody | undefined =>
  getAnswer(call)?.entries.find(({ gamerHandle }) => gamerHandle === handle);

/** Returns the moments of a decision, according to its answer; there should be one. */
export const getMoments = (call: EntryDecision): number[] => [
  ...new Set(
    (getAnswer(call)?.entries ?? []).map(({ eliminatedAt, updatedAt }) =>
      Date.parse((call.intent.kind === "eliminate" ? eliminatedAt : updatedAt) ?? ""),
    ),
  ),
];

const getMoment = (call: EntryDecision): number => getMoments(call)[0] ?? NaN;

// The names of accounts; games are named by their index.
export const walletOf = (game: number, handle: string) => `${game}/wallet/${handle}`;
export const gameAccountOf = (game: number) => `${game}/game`;
export const platformOf = (game: number) => `${game}/platform`;

export const payerOf = ({ plan }: LiveGame, game: number, handle: string): string =>
  plan.payer === "wallet" ? walletOf(game, handle) : gameAccountOf(game);

export function findMoves(history: History): Move[] {
  const toMove = (call: Call, account: string, amount: bigint): Move => ({
    account,
    amount,
    earliest: call.startedAt,
    latest: call.endedAt,
    call,
  });
  const own = findAcknowledged(history, "deposit", "withdraw").map((call) => {
    const { kind, game, handle, amountMinor } = call.intent;
    return toMove(call, walletOf(game, handle), kind === "deposit" ? amountMinor : -amountMinor);
  });
  const fees = history.fixture.tournaments.flatMap(({ plan, game }, tournament) =>
    findJoined(history, tournament).map(({ call, handle }) => ({
      ...toMove(call, payerOf(game, plan.game, handle), -plan.feeMinor),
      joined: handle,
    })),
  );
  return [...own, ...fees];
}

/** The bounds of the money that a settlement moves. */
export const settledAfter = (history: History, tournament: number) => ({
  earliest: Math.min(
    getTournament(history, tournament).endsAt - CLOCK_SLACK_MS,
    ...findEndings(history, tournament).map((ending) => ending.startedAt),
  ),
  latest: Infinity,
  call: null,
});

export const getBalance = ({ moves }: History, account: string): bigint =>
  sum(moves.filter((move) => move.account === account));

/**
 * Returns the least and the most that an account may have held during a call, without the call itself,
 * or without the join of one of its gamers.
 */
export function findBounds({ moves }: History, account: string, call: Call, joined?: string) {
  const others = moves.filter(
    (move) => move.account === account && !(move.call === call && move.joined === joined),
  );
  const surely = others.filter((move) => move.latest < call.startedAt);
  const maybe = others.filter(
    (move) => move.latest >= call.startedAt && move.earliest <= call.endedAt,
  );
  return {
    least: sum(surely) + sum(maybe.filter(({ amount }) => amount < 0n)),
    most: sum(surely) + sum(maybe.filter(({ amount }) => amount > 0n)),
  };
}

const sum = (moves: readonly Move[]) => moves.reduce((total, { amount }) => total + amount, 0n);
