import type { Body } from "../harness/bodies.ts";
import type { Intent, IntentOf, Operation } from "./plan.ts";
import type { Fixture } from "./fixture.ts";

/** The outcome of an operation, as its caller knows it. */
export type Outcome =
  | { kind: "acknowledged"; body: Body }
  | { kind: "refused"; code: string }
  /** A timeout, a lost connection, 503: it may have happened, or may still. */
  | { kind: "unknown"; why: string };

/** An operation as it went: between these moments it happened, or was refused. */
export interface Call<I extends Intent = Intent> {
  operation: Operation;
  intent: I;
  startedAt: number;
  endedAt: number;
  attempts: number;
  /** How many of them had no answer, so that they may have happened, or may still. */
  unanswered: number;
  /** The refusals that its caller mended before it repeated. */
  mended: readonly string[];
  outcome: Outcome;
  /** Every acknowledgement there was: all of one key must say the same. */
  answers: readonly Body[];
}

/** Everything that was done on a fixture. */
export interface History {
  fixture: Fixture;
  calls: readonly Call[];
  /** Ids of tournaments whose registration the product says it could not close at once. */
  leftOpen: ReadonlySet<string>;
  /** Whether an access token may have been refused for its time alone. */
  tokensMayExpire: boolean;
  /** When the last fault ended that may have kept the gateway from asking about keys; by Date.now(). */
  gamesAwayUntil: number | undefined;
}

/** The calls of one kind. */
export const callsOf = <K extends Intent["kind"]>(
  { calls }: History,
  kind: K,
): Call<IntentOf<K>>[] => calls.filter((call) => isOf(call, kind));

/** The acknowledged calls of one kind. */
export const acknowledged = <K extends Intent["kind"]>(
  history: History,
  kind: K,
): Call<IntentOf<K>>[] =>
  callsOf(history, kind).filter(({ outcome }) => outcome.kind === "acknowledged");

/** Whether the first was over for certain before the second began. */
export const before = (first: Call, second: Call): boolean => first.endedAt < second.startedAt;

/** Whether the first may have happened before the second was answered. */
export const maybeBefore = (first: Call, second: Call): boolean =>
  first.startedAt <= second.endedAt;

const isOf = <K extends Intent["kind"]>(call: Call, kind: K): call is Call<IntentOf<K>> =>
  call.intent.kind === kind;
