import { setTimeout as delay } from "node:timers/promises";
import type { Body } from "../harness/bodies.ts";
import type { Caller } from "./caller.ts";
import type { Call, Outcome } from "./history.ts";
import { behaviourOf } from "./operations/all.ts";
import type { Behaviour } from "./operations/behaviour.ts";
import type { Intent, Operation } from "./plan.ts";
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
 * null for what could not be asked at all, what it needs never having come to be.
 */
export async function play(context: PlayContext, operation: Operation): Promise<Call | null> {
  const { fixture } = context;
  const { intent } = operation;
  await delay(Math.max(0, fixture.beganAt + operation.atMs - Date.now()));
  const tournament =
    "tournament" in intent ? at(fixture.tournaments, intent.tournament) : undefined;
  if (tournament !== undefined && !(await isReady(tournament, operation))) return null;
  const { ready, learn } = behaviourOf(intent);
  const isAsked = ready === undefined || (await ready(intent, fixture));
  const call = isAsked ? await ask(context, operation) : null;
  learn?.(intent, fixture, call?.answers ?? []);
  if (tournament !== undefined && call !== null) report(tournament, call);
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
  const { intent } = operation;
  const behaviour = behaviourOf(intent);
  const key = keyOf(seed, operation);
  const answers: Body[] = [];
  const mended: string[] = [];
  const startedAt = Date.now();
  let [attempts, unanswered] = [0, 0];
  let outcome: Outcome = { kind: "unknown", why: "not sent" };

  const attempt = async (patienceMs: number, times: number) => {
    attempts += times;
    // Made anew each time: what it was refused for may have been mended.
    const request = behaviour.request(intent, fixture);
    const sent = await Promise.all(
      Array.from({ length: times }, () => caller.send(request, key, patienceMs)),
    );
    const outcomes = await mend(behaviour, operation, fixture, sent, mended);
    unanswered += sent.filter(({ kind }) => kind === "unknown").length;
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
    intent,
    startedAt,
    endedAt: Date.now(),
    attempts,
    unanswered,
    mended,
    outcome,
    answers,
  };
}

/** Mends what there is to mend; such a refusal does not count, since the next attempt may do better. */
async function mend(
  { mend: mendings = [] }: Behaviour<Intent>,
  { intent }: Operation,
  fixture: Fixture,
  outcomes: readonly Outcome[],
  mended: string[],
): Promise<Outcome[]> {
  const codes = outcomes.map((one) => (one.kind === "refused" ? one.code : undefined));
  for (const mending of mendings.filter(({ code }) => codes.includes(code))) {
    mended.push(mending.code);
    await mending.by(intent, fixture);
  }
  return outcomes.map((one) =>
    one.kind === "refused" && mendings.some(({ code }) => code === one.code)
      ? { kind: "unknown", why: one.code }
      : one,
  );
}
