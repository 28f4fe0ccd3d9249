import type { Body } from "../harness/bodies.ts";
import type { Fixture } from "./fixture.ts";
import type { Intent, IntentOf, Operation } from "./plan.ts";

/** The outcome of an operation, as its caller knows it. */
export type Outcome =
  | { kind: "acknowledged"; body: Body }
  | { kind: "refused"; code: string }
  /** After a timeout, a lost connection or 503: it may have happened, or may still happen. */
  | { kind: "unknown"; why: string };

/** An operation as it was played. It took effect between its two moments, or was refused. */
export interface Call<I extends Intent = Intent> {
  operation: Operation;
  intent: I;
  startedAt: number;
  endedAt: number;
  attempts: number;
  /** The number of attempts without an answer: they may have happened, or may still happen. */
  unanswered: number;
  /** The codes of refusals that the caller mended before it repeated the request. */
  mended: readonly string[];
  outcome: Outcome;
  /** All acknowledgements; answers to one key must agree. */
  answers: readonly Body[];
}

/** Money that an account received, or lost if negative, between two moments. */
export interface Move {
  account: string;
  amount: bigint;
  earliest: number;
  latest: number;
  /** The call that moved it; null for a settlement. */
  call: Call | null;
  /** The gamer whose join was paid. */
  joined?: string;
}

/** Everything that happened on a fixture. */
export interface History {
  fixture: Fixture;
  calls: readonly Call[];
  /** All money that moved. */
  moves: Move[];
  /** Ids of tournaments whose registration was not closed at once, as a log line says. */
  leftOpen: ReadonlySet<string>;
  /** Whether an access token may have been refused only because of its time. */
  tokensMayExpire: boolean;
  /** The end of the last fault that kept the gateway from asking about keys. */
  gamesAwayUntil: number | undefined;
}

/** Returns the calls of some kinds. */
export const findCalls = <K extends Intent["kind"]>(
  { calls }: Pick<History, "calls">,
  ...kinds: K[]
): Call<IntentOf<K>>[] =>
  calls.filter((call): call is Call<IntentOf<K>> =>
    kinds.some((kind) => kind === call.intent.kind),
  );

/** Returns the acknowledged calls of some kinds. */
export const findAcknowledged = <K extends Intent["kind"]>(
  history: Pick<History, "calls">,
  ...kinds: K[]
): Call<IntentOf<K>>[] => findCalls(history, ...kinds).filter(isAcknowledged);

/** Returns the acknowledged calls of some kinds on a tournament. */
export const findOn = <K extends Extract<Intent, { tournament: number }>["kind"]>(
  history: Pick<History, "calls">,
  tournament: number,
  ...kinds: K[]
): Call<IntentOf<K>>[] =>
  findAcknowledged(history, ...kinds).filter(
    ({ intent }) => "tournament" in intent && intent.tournament === tournament,
  );

export const isAcknowledged = ({ outcome }: Call): boolean => outcome.kind === "acknowledged";

/** Returns the answer to an acknowledged call. */
export const getAnswer = ({ outcome }: Call): Body | undefined =>
  outcome.kind === "acknowledged" ? outcome.body : undefined;

/** Whether the first call certainly ended before the second began. */
export const before = (first: Call, second: Call): boolean => first.endedAt < second.startedAt;

/** Whether the first call may have happened before the second was answered. */
export const maybeBefore = (first: Call, second: Call): boolean =>
  first.startedAt <= second.endedAt;

/** Whether a call took effect, or may have taken effect before its repeat was refused. */
export const mayHaveHappened = (call: Call): boolean => isAcknowledged(call) || call.unanswered > 0;

/** Converts minor units to the amounts of the API. */
export const toMajor = (minor: bigint, exponent: number): number => Number(minor) / 10 ** exponent;

/** Converts an amount of the API to minor units. */
export const toMinor = (major: number, exponent: number): bigint =>
  BigInt(Math.round(major * 10 ** exponent));

/** Serializes a value with bigints. */
export const toText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)) ??
  "undefined";

/** Returns a sentence that names the difference, if there is one. */
export const differs = (subject: string, seen: unknown, expected: unknown): string[] =>
  toText(seen) === toText(expected)
    ? []
    : [`${subject} is ${toText(seen)}, not ${toText(expected)}`];

/** Serializes rows, in an order of its own. */
export const sort = (rows: readonly unknown[]): string[] => rows.map(toText).toSorted();
