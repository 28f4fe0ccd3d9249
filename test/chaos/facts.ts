import type { Body, EntryBody, ReviewedScoreBody, ScoreBody } from "../harness/bodies.ts";
import { decide, getState, type RankedEntry } from "../model/ranking.ts";
import type { Attempt, AttemptState } from "../model/scoring.ts";
import type { LiveGame } from "./fixture.ts";
import {
  before,
  findAcknowledged,
  findCalls,
  getAnswer,
  isAcknowledged,
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
  findAcknowledged(history, "cancel", "complete").filter(
    ({ intent }) => intent.tournament === tournament,
  );

/** Whether the registration may have stayed open after an early end (docs/operations.md). */
export function isLeftOpen(history: History, tournament: number): boolean {
  const { id } = getTournament(history, tournament);
  return id !== undefined && history.leftOpen.has(id);
}

export function certainlyOver(call: TournamentCall, history: History): boolean {
  const { tournament } = call.intent;
  if (call.startedAt > getTournament(history, tournament).endsAt + CLOCK_SLACK_MS) return true;
  return (
    !isLeftOpen(history, tournament) &&
    findEndings(history, tournament).some((ending) => before(ending, call))
  );
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
  const toSubject = (given: GivenScore) => ({ handle: given.gamer, given });
  switch (intent.kind) {
    case "join":
      return [{ call, handle: intent.handle, given: undefined, results: [...answers] }];
    case "score":
      return [{ call, ...toSubject(intent.given), results: [...answers] }];
    default: {
      const subjects =
        intent.kind === "joins"
          ? intent.handles.map((handle) => ({ handle, given: undefined }))
          : intent.given.map(toSubject);
      return subjects.map((subject, index) => ({
        call,
        ...subject,
        results: answers.map(
          ({ results }) => results[index] ?? { problem: { code: "no answer at all" } },
        ),
      }));
    }
  }
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

export const certainlyIn = (handle: string, call: TournamentCall, history: History): boolean =>
  isCertainlyIn(handle, call.intent.tournament, call, history);

const isCertainlyIn = (handle: string, tournament: number, call: Call, history: History) =>
  findJoined(history, tournament).some(
    (joined) => joined.handle === handle && before(joined.call, call),
  );

export const maybeIn = (handle: string, call: TournamentCall, history: History): boolean =>
  findJoined(history, call.intent.tournament).some(
    (joined) => joined.handle === handle && maybeBefore(joined.call, call),
  );

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
      plan.game === game && isCertainlyIn(handle, tournament, call, history),
  );

/** A decision that took a gamer out, and the reinstatements that may have followed. */
interface Out {
  call: EntryDecision;
  back: EntryDecision[];
}

function findOuts(handle: string, tournament: number, history: History): Out[] {
  const decisions = findAcknowledged(history, "eliminate", "disqualify", "reinstate").filter(
    ({ intent }) => intent.tournament === tournament && intent.handles.includes(handle),
  );
  const returns = decisions.filter(({ intent }) => intent.kind === "reinstate");
  const isInAfter = (call: Call) =>
    getAnswer(call)?.entries.some((entry) => entry.gamerHandle === handle && entry.state === "in");
  return decisions
    .filter(({ intent }) => intent.kind !== "reinstate")
    .map((call) => ({
      call,
      // A reinstatement from a disqualification leaves the gamer eliminated.
      back: returns.filter(
        (back) => !before(back, call) && (call.intent.kind === "disqualify" || isInAfter(back)),
      ),
    }));
}

/** Whether another call of this kind may have taken a gamer out when a call was answered. */
export const maybeOut = (
  kind: "eliminate" | "disqualify",
  handle: string,
  call: TournamentCall,
  history: History,
): boolean =>
  findOuts(handle, call.intent.tournament, history).some(
    (out) =>
      out.call.intent.kind === kind &&
      out.call !== call &&
      maybeBefore(out.call, call) &&
      !out.back.some((back) => before(out.call, back) && before(back, call)),
  );

/** Whether a gamer was certainly out during a whole call. */
export const certainlyOut = (handle: string, call: TournamentCall, history: History): boolean =>
  findOuts(handle, call.intent.tournament, history).some(
    (out) =>
      before(out.call, call) && !out.back.some((back) => back !== call && maybeBefore(back, call)),
  );

/** Whether a gamer was certainly out at a moment. */
export const certainlyOutAt = (
  handle: string,
  moment: number,
  tournament: number,
  history: History,
): boolean =>
  findOuts(handle, tournament, history).some(
    ({ call, back }) =>
      call.endedAt + CLOCK_SLACK_MS < moment &&
      !back.some(({ startedAt }) => startedAt <= moment + CLOCK_SLACK_MS),
  );

export interface RecordedAttempt extends Attempt {
  id: string;
  handle: string;
  name: string | null;
}

export const toAttempt = (body: ScoreBody): RecordedAttempt => ({
  id: body.id,
  handle: body.gamerHandle,
  name: body.attempt,
  numbers: [body.score, ...body.tieBreaks],
  state: body.state as AttemptState,
  at: Date.parse(body.createdAt),
});

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
  findAcknowledged(history, "review").filter(
    (call) =>
      call.intent.tournament === tournament && getReviewed(call).some(({ id }) => id === attempt),
  );

/** What the decisions on the entries of a tournament come to. */
export interface Decided {
  entries: readonly RankedEntry[];
  /** In the order in which they were made, with the state of each entry before. */
  decisions: readonly { call: EntryDecision; was: ReadonlyMap<string, string> }[];
}

/** Eliminations within a millisecond get moments one after another, which may be ahead of the clock. */
const AHEAD_MS = 5;

/**
 * Returns what the decisions on entries come to; null if they contradict each other. If moments are too
 * close to tell the order, it is any order in which each decision was allowed and was answered so.
 */
export function findDecided(history: History, tournament: number): Decided | null {
  const calls = findAcknowledged(history, "eliminate", "disqualify", "reinstate").filter(
    ({ intent }) => intent.tournament === tournament,
  );
  const handles = new Set([
    ...findJoined(history, tournament).map(({ handle }) => handle),
    ...calls.flatMap(({ intent }) => intent.handles),
  ]);
  const entries = [...handles].map((handle): RankedEntry => ({ handle, disqualified: false }));
  const left = calls.toSorted((a, b) => getMoment(a) - getMoment(b));
  return order(left, { entries, decisions: [] }, 0);
}

function order(left: readonly EntryDecision[], decided: Decided, latest: number): Decided | null {
  const [first] = left;
  if (first === undefined) return decided;
  for (const next of left) {
    const moment = getMoment(next);
    if (moment > getMoment(first) + AHEAD_MS) break;
    if (left.some((other) => before(other, next))) continue;
    const isElimination = next.intent.kind === "eliminate";
    if (isElimination && moment <= latest) continue;
    const after = apply(decided, next);
    const others = left.filter((other) => other !== next);
    const end = after && order(others, after, isElimination ? moment : latest);
    if (end) return end;
  }
  return null;
}

/** Applies a decision; returns null if it was not allowed then, or was answered otherwise. */
function apply({ entries, decisions }: Decided, call: EntryDecision): Decided | null {
  const { kind, handles } = call.intent;
  const after = decide(entries, kind, handles);
  if (typeof after === "string") return null;
  const isAsAnswered = handles.every((handle) => {
    const entry = after.find((one) => one.handle === handle);
    const body = getDecided(call, handle);
    return (
      entry !== undefined &&
      body?.state === getState(entry) &&
      body.eliminated === (entry.round !== undefined)
    );
  });
  const was = new Map(entries.map((entry) => [entry.handle, getState(entry)]));
  return isAsAnswered ? { entries: after, decisions: [...decisions, { call, was }] } : null;
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

export const isPublished = (history: History, tournament: number): boolean =>
  findCalls(history, "publish").some(
    (call) => call.intent.tournament === tournament && isAcknowledged(call),
  );
