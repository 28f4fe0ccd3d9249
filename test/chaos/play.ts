import { setTimeout as delay } from "node:timers/promises";
import type { Body } from "../harness/bodies.ts";
import type { Fixture } from "./fixture.ts";
import type { Call, Outcome } from "./history.ts";
import type { ApiRequest } from "./operation-type.ts";
import { getOperation } from "./operations.ts";
import { at, type Operation } from "./plan.ts";

/** After the faults a caller waits as long as the gateway allows. */
const CALM_PATIENCE_MS = 12_000;
const CALM_PAUSE_MS = 100;

export type Caller = ReturnType<typeof createCaller>;

export function createCaller(baseUrl: string) {
  /** Answers with 5xx other than 503, which no fault excuses. */
  const internalErrors: string[] = [];
  return {
    internalErrors,
    async send(
      { method, path, headers, body }: ApiRequest,
      key: string,
      patienceMs: number,
    ): Promise<Outcome> {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          headers: {
            ...headers,
            ...(body !== undefined && { "content-type": "application/json" }),
            "idempotency-key": key,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(patienceMs),
        });
        const text = await response.text();
        if (response.status >= 500 && response.status !== 503)
          internalErrors.push(`${method} ${path} answered ${response.status}: ${text}`);
        return toOutcome(response.status, JSON.parse(text) as Body);
      } catch (error) {
        return { kind: "unknown", why: String(error) };
      }
    },
  };
}

function toOutcome(status: number, body: Body): Outcome {
  if (status < 300) {
    // The result of one of many is unknown until the request is repeated.
    const unknown = body.results?.find((result) => result.status >= 500 || result.status === 429);
    if (unknown === undefined) return { kind: "acknowledged", body };
    return { kind: "unknown", why: `${unknown.status} of one of many` };
  }
  const passing = status >= 500 || status === 429 || body.code === "request_in_flight";
  return passing
    ? { kind: "unknown", why: `${status} ${body.code}` }
    : { kind: "refused", code: body.code };
}

interface PlayContext {
  fixture: Fixture;
  caller: Caller;
  seed: number;
  /** Resolves after the faults, to the time of performance.now() by which answers must be known. */
  calm: Promise<number>;
}

/** Returns the Idempotency-Key of an operation, which a replay of the seed uses again. */
export const getKey = (seed: number, { id }: Operation): string => `chaos-${seed}-${id}`;

/**
 * Plays an operation: sends it at its time, and repeats it until the outcome is known. While faults go
 * on, it repeats as often as the plan says. Returns null if what it needs never came.
 */
export async function play(context: PlayContext, operation: Operation): Promise<Call | null> {
  const { fixture } = context;
  const { intent } = operation;
  await delay(Math.max(0, fixture.beganAt + operation.atMs - Date.now()));
  const { ready, learn } = getOperation(intent);
  if (!(await isTournamentReady(operation, fixture))) return null;
  const isReady = ready === undefined || (await ready(intent, fixture));
  const call = isReady ? await ask(context, operation) : null;
  learn?.(intent, fixture, call?.answers ?? []);
  return call;
}

/** Whether the tournament of an operation exists and, if needed, is published. */
async function isTournamentReady(
  { intent }: Operation,
  { tournaments }: Fixture,
): Promise<boolean> {
  if (!("tournament" in intent) || intent.kind === "create") return true;
  const { created, published } = at(tournaments, intent.tournament);
  const needsPublished = intent.kind !== "publish" && intent.kind !== "cancel";
  return (await created.promise) && (!needsPublished || (await published.promise));
}

async function ask(context: PlayContext, operation: Operation): Promise<Call> {
  const { fixture, caller, seed } = context;
  const { intent } = operation;
  const { request, mend: mendings = {} } = getOperation(intent);
  const key = getKey(seed, operation);
  const answers: Body[] = [];
  const mended: string[] = [];
  const startedAt = Date.now();
  let [attempts, unanswered] = [0, 0];
  let outcome: Outcome = { kind: "unknown", why: "not sent" };

  const attempt = async (patienceMs: number, times: number) => {
    attempts += times;
    // The request is built again each time, because the reason of a refusal may be mended.
    const built = request(intent, fixture);
    const sent = await Promise.all(
      Array.from({ length: times }, () => caller.send(built, key, patienceMs)),
    );
    unanswered += sent.filter(({ kind }) => kind === "unknown").length;
    const codes = new Set(sent.flatMap((one) => (one.kind === "refused" ? one.code : [])));
    for (const [code, { mend }] of Object.entries(mendings)) {
      if (!codes.has(code)) continue;
      mended.push(code);
      await mend(intent, fixture);
    }
    for (const one of sent) if (one.kind === "acknowledged") answers.push(one.body);
    // A mended refusal does not count, because the next attempt may succeed.
    const outcomes = sent.map((one) =>
      one.kind === "refused" && one.code in mendings
        ? ({ kind: "unknown", why: one.code } as const)
        : one,
    );
    outcome = outcomes.find(({ kind }) => kind !== "unknown") ?? outcomes[0] ?? outcome;
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
  // A refusal that could not be mended counts in the end.
  if (outcome.kind === "unknown" && outcome.why in mendings)
    outcome = { kind: "refused", code: outcome.why };
  const endedAt = Date.now();
  return { operation, intent, startedAt, endedAt, attempts, unanswered, mended, outcome, answers };
}
