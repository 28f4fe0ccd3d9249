import { setTimeout as delay } from "node:timers/promises";
import type { Body } from "../harness/bodies.ts";
import type { Caller } from "./caller.ts";
import type { Call, Outcome } from "./history.ts";
import { behaviourOf } from "./operations/all.ts";
import type { Operation } from "./plan.ts";
import { at, type Fixture, type LiveTournament } from "./fixture.ts";

/** After the faults a caller has all the patience of the gateway's own limit. */
const CALM_PATIENCE_MS = 12_000;
const CALM_PAUSE_MS = 100;

/** The context in which an operation is played. */
export interface PlayContext {
  fixture: Fixture;
  caller: Caller;
  seed: number;
  /**
   * Resolves when the faults are over, to when an answer must be known after that, on the clock of
   * performance.now().
   */
  calm: Promise<number>;
}

/** The Idempotency-Key of an operation: a replay of the seed uses the same. */
export const keyOf = (seed: number, { id }: Operation): string => `chaos-${seed}-${id}`;

/**
 * Plays an operation: sends it at its time, repeats it under its key as often as its caller is
 * willing to while faults go on, and again once they are over, until its outcome is known. Returns
 * null for what could not be asked at all, its tournament never having come to be.
 */
export async function play(context: PlayContext, operation: Operation): Promise<Call | null> {
  const { fixture } = context;
  const { intent } = operation;
  await delay(Math.max(0, fixture.beganAt + operation.atMs - Date.now()));
  const tournament =
    "tournament" in intent ? at(fixture.tournaments, intent.tournament) : undefined;
  if (tournament !== undefined && !(await isReady(tournament, operation))) return null;
  const call = await ask(context, operation);
  if (tournament !== undefined) report(tournament, call);
  return call;
}

/** Whether there is a tournament for this; whoever needs one waits for it to be published. */
async function isReady(tournament: LiveTournament, { intent }: Operation): Promise<boolean> {
  if (intent.kind === "create") return true;
  if (!(await tournament.created.promise)) return false;
  return (
    intent.kind === "publish" || intent.kind === "cancel" || (await tournament.published.promise)
  );
}

function report(tournament: LiveTournament, { intent, outcome }: Call): void {
  const done = outcome.kind === "acknowledged";
  if (intent.kind === "create") {
    if (done) tournament.id = outcome.body.tournament.id;
    tournament.created.resolve(done);
    if (!done) tournament.published.resolve(false);
  }
  if (intent.kind === "publish") tournament.published.resolve(done);
}

async function ask(context: PlayContext, operation: Operation): Promise<Call> {
  const { fixture, caller, seed } = context;
  const request = behaviourOf(operation.intent).request(operation.intent, fixture);
  const key = keyOf(seed, operation);
  const answers: Body[] = [];
  const startedAt = Date.now();
  let attempts = 0;
  let outcome: Outcome = { kind: "unknown", why: "not sent" };

  const attempt = async (patienceMs: number, times: number) => {
    attempts += times;
    const outcomes = await Promise.all(
      Array.from({ length: times }, () => caller.send(request, key, patienceMs)),
    );
    for (const known of outcomes) if (known.kind === "acknowledged") answers.push(known.body);
    outcome = outcomes.find((one) => one.kind !== "unknown") ?? outcomes[0] ?? outcome;
    return outcome.kind !== "unknown";
  };

  let known = await attempt(operation.patienceMs, operation.twin ? 2 : 1);
  for (let repeat = 0; !known && repeat < operation.repeats; repeat++) {
    await delay(operation.pauseMs);
    known = await attempt(operation.patienceMs, 1);
  }
  const giveUpAt = known ? 0 : await context.calm;
  while (!known && performance.now() < giveUpAt) {
    known = await attempt(CALM_PATIENCE_MS, 1);
    if (!known) await delay(CALM_PAUSE_MS);
  }
  return {
    operation,
    intent: operation.intent,
    startedAt,
    endedAt: Date.now(),
    attempts,
    outcome,
    answers,
  };
}
