import pMap from "p-map";
import { expect } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { PROCESSES, type ProcessName } from "@tms/stack/system/system";
import { until } from "@tms/stack/until";
import { makeFixture, type Fixture } from "../fixture.ts";
import type { Answer } from "../harness/api.ts";
import { audit } from "../harness/audit.ts";
import type { Losable, Way } from "../harness/losable.ts";
import type { TestSystem } from "../harness/system.ts";
import { nameOf, OPERATIONS, type Operation, type Part, type Request } from "../operations.ts";

// Three times what services may take of a request.
const PATIENCE_MS = 30_000;
// With this many requests of each operation, a service has more calls than database connections.
const CROWD = 4;
// The number of requests that a busy machine answers within the shortest deadline.
const AT_ONCE = 20;

const WORKS = "works";
const LATE = "503 deadline_exceeded";
const TEMPORARY = ["503 unavailable", LATE];

/** A request of an operation, sent and repeated under one Idempotency-Key. */
interface Attempt {
  operation: Operation;
  fixture: Fixture;
  request: Request;
  key: string;
}

function attemptOf(operation: Operation, fixture: Fixture, name: string): Attempt {
  const request = operation.request(fixture, name);
  return { operation, fixture, request, key: request.key ?? newId() };
}

async function send({ fixture, request, key }: Attempt): Promise<string> {
  const { method, path, body, auth } = request;
  const call = () =>
    fixture.api.call(method, path, body, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(method !== "GET" && { headers: { "idempotency-key": key } }),
      ...(auth && { auth }),
    });
  const answer = await call().catch((error: unknown) => {
    if (!isClosedUnused(error)) throw error;
    return call();
  });
  if (answer.status < 300) return WORKS;
  expectProblem(answer);
  return `${answer.status} ${answer.body.code}`;
}

/**
 * After a cancelled event stream, Node opens a connection that it does not need yet. The gateway closes it
 * after ten seconds without a request. A busy client can send a request before it notices that.
 */
function isClosedUnused(error: unknown): boolean {
  const { cause } = error as { cause?: { socket?: { bytesRead: number } } };
  return cause?.socket?.bytesRead === 0;
}

/** Expects a problem document; a 503 names the moment to retry. */
export function expectProblem({ status, headers, body }: Answer): void {
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(body).toMatchObject({ status, requestId: headers.get("x-request-id") });
  expect(body.type).toMatch(new RegExp(`/problems/${body.code.replaceAll("_", "-")}$`));
  if (status === 503) expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
}

/** Repeats a request under its key until it works. Only temporary refusals may come before. */
async function succeeds(attempt: Attempt): Promise<void> {
  const name = nameOf(attempt.operation);
  await waitFor(`${name} working again`, async () => {
    const outcome = await send(attempt);
    if ([...TEMPORARY, "409 request_in_flight"].includes(outcome)) return false;
    expect(`${name}: ${outcome}`).toBe(`${name}: ${WORKS}`);
    return true;
  });
}

/**
 * Takes a part away and sends every operation. Operations that need the part must be refused in time;
 * all others must work. When the part is back, the same requests must succeed and the audit be clean.
 */
export async function lose(system: TestSystem, lost: Losable, part: Part, way: Way) {
  const fixture = await makeFixture(system);
  const attempts = OPERATIONS.map((operation) => attemptOf(operation, fixture, "eve"));
  const refusals = way === "killed" ? ["503 unavailable"] : TEMPORARY;
  const outcomes = new Map<Attempt, string>();
  await lost.lose(way);
  try {
    const needing = attempts.filter(({ operation }) => operation.needs.includes(part));
    const others = attempts.filter((attempt) => !needing.includes(attempt));
    const crowd = way === "frozen" ? needing.flatMap(crowdOf) : [];
    // The requests that will hang go first, so that all others are sent while they hang.
    const all = [...needing, ...others];
    const [, crowded] = await Promise.all([
      pMap(all, async (one) => outcomes.set(one, await sendPatiently(one, part)), {
        concurrency: way === "frozen" ? all.length : AT_ONCE,
      }),
      Promise.all(crowd.map(send)),
      expectProbes(system, part),
    ]);
    const expected = ({ operation }: Attempt): unknown =>
      operation.needs.includes(part) ? expect.toBeOneOf(refusals) : WORKS;
    expect(byName(attempts, (attempt) => outcomes.get(attempt))).toEqual(
      byName(attempts, expected),
    );
    for (const outcome of crowded) expect(outcome).toBeOneOf(refusals);
    // Answers that the gateway keeps for a while have expired by now.
    const reads = others.filter(({ request }) => request.method === "GET");
    const again = await Promise.all(reads.map(async (one) => [one, await send(one)] as const));
    expect(again.filter(([, outcome]) => outcome !== WORKS).map(([one]) => one)).toEqual([]);
  } finally {
    await lost.bringBack();
  }
  await Promise.all(PROCESSES.map((name) => becomesReady(system, name)));
  const isOver = (one: Attempt) => one.operation.once === true && outcomes.get(one) === WORKS;
  await Promise.all(attempts.filter((attempt) => !isOver(attempt)).map(succeeds));
  expect((await fixture.api.get("/wallet/eve")).body.wallet.balance).toBe(3);
  expect((await fixture.api.get("/wallet/rich")).body.wallet.balance).toBe(6);
  await audit(system.adminUrl);
}

const byName = (attempts: readonly Attempt[], valueOf: (attempt: Attempt) => unknown) =>
  Object.fromEntries(attempts.map((one) => [nameOf(one.operation), valueOf(one)]));

/**
 * Sends a request, and repeats it once if it came too late although it does not need the lost part:
 * a busy machine can miss a short deadline. If requests that hang held it up, the repeat is late too.
 */
async function sendPatiently(attempt: Attempt, part: Part): Promise<string> {
  const { needs } = attempt.operation;
  const first = await send(attempt);
  const late = needs.length === 0 ? TEMPORARY : [LATE];
  return !needs.includes(part) && late.includes(first) ? await send(attempt) : first;
}

function crowdOf({ operation, fixture }: Attempt): Attempt[] {
  const crowd = Array.from({ length: CROWD }, (_, i) =>
    attemptOf(operation, fixture, `crowd-${i}`),
  );
  const different = new Set(crowd.map(({ request }) => JSON.stringify(request)));
  const isHarmless = different.size === CROWD || crowd[0]?.request.method === "GET";
  return isHarmless ? crowd : [];
}

/** Waits until every process is ready and every operation works; then runs the audit. */
export async function everythingWorks(system: TestSystem): Promise<void> {
  await Promise.all(PROCESSES.map((name) => becomesReady(system, name)));
  const fixture = await makeFixture(system);
  await Promise.all(OPERATIONS.map((one) => succeeds(attemptOf(one, fixture, "eve"))));
  await audit(system.adminUrl);
}

const probe = async (system: TestSystem, name: ProcessName, path: string) =>
  (await fetch(`${system.probeUrls[name]}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) }))
    .status;

/** Expects processes to be alive without a part, and ready unless their own database is lost. */
export async function expectProbes(system: TestSystem, part: Part): Promise<void> {
  const others = PROCESSES.filter((name) => name !== part);
  const answers = await pMap(others, async (name) => [
    name,
    await probe(system, name, "/livez"),
    await probe(system, name, "/readyz"),
  ]);
  const readyOf = (name: ProcessName) => (part === "postgres" && name !== "gateway" ? 503 : 200);
  expect(answers).toEqual(others.map((name) => [name, 200, readyOf(name)]));
}

const becomesReady = (system: TestSystem, name: ProcessName) =>
  waitFor(`${name} being ready`, async () => (await probe(system, name, "/readyz")) === 200);

export const isAlive = (system: TestSystem, name: ProcessName) =>
  waitFor(
    `${name} being alive`,
    async () => (await probe(system, name, "/livez").catch(() => 0)) === 200,
  );

/** Waits for a condition. */
export const waitFor = <T>(what: string, condition: () => Promise<T>) =>
  until(condition, { timeoutMs: 60_000, everyMs: 100, what });
