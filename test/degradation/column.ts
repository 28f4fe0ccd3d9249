import { expect } from "vitest";
import { newId } from "@tms/kit/ids";
import { until } from "../stack/until.ts";
import { PROCESSES, type ProcessName } from "../stack/system.ts";
import type { TestSystem } from "../stack/for-tests.ts";
import type { Answer } from "../system/api.ts";
import { audit } from "../system/audit.ts";
import type { Losable } from "./losable.ts";
import { MATRIX, nameOf, operationsIn, type Request, type Row } from "./matrix.ts";
import { operationsOf } from "./operations.ts";
import type { Part, Way } from "./parts.ts";
import { requireProblem } from "./problem.ts";
import { setStage, type Stage } from "./stage.ts";

// Three times what services may take of a request: who waits longer was forgotten.
const PATIENCE_MS = 30_000;
// Enough to fill every pool of connections and every batch, were they shared with the lost part.
const CROWD = 20;
const RECOVERY_MS = 60_000;

/**
 * Takes one part away and tries every operation at once: those that need it are refused in time
 * and in form, while those that do not work as ever beside them. With the part back, the very
 * requests that were refused succeed, no process was restarted for it, and the books balance.
 */
export async function tryColumn(
  system: TestSystem,
  lost: Losable,
  part: Part,
  way: Way,
): Promise<void> {
  expect(operationsIn(MATRIX)).toEqual(await operationsOf(system.gatewayUrl));
  const stage = await setStage(system);
  const attempts = MATRIX.map((row) => attemptOf(row, stage, "eve"));
  await lost.lose(way);
  try {
    // First those that will hang, each with a crowd behind it.
    const crowd = attempts
      .filter(({ row }) => row.needs.includes(part))
      .flatMap(({ row }) => crowdOf(row, stage));
    const [answers] = await Promise.all([
      Promise.all(attempts.toSorted(byNeed(part)).map(send)),
      Promise.all(crowd.map(send)),
      expectProbes(system, part),
    ]);
    expect(Object.fromEntries(answers)).toEqual(expectedIn(part, way));
    await expectReads(stage, part);
  } finally {
    await lost.bringBack();
  }
  await Promise.all(PROCESSES.map((name) => ready(system, name)));
  await Promise.all(attempts.map(succeeds));
  expect((await stage.api.get("/wallet/eve")).body.wallet.balance).toBe(3);
  expect((await stage.api.get("/wallet/rich")).body.wallet.balance).toBe(6);
  await audit(system.adminUrl);
}

interface Attempt {
  row: Row;
  stage: Stage;
  request: Request;
  key: string;
}

function attemptOf(row: Row, stage: Stage, name: string): Attempt {
  const request = row.request(stage, name);
  return { row, stage, request, key: request.key ?? newId() };
}

function crowdOf(row: Row, stage: Stage): Attempt[] {
  const crowd = Array.from({ length: CROWD }, (_, i) => attemptOf(row, stage, `crowd-${i}`));
  const different = new Set(crowd.map(({ request }) => JSON.stringify(request)));
  const harmless = different.size === CROWD || crowd[0]?.request.method === "GET";
  return harmless ? crowd : [];
}

const byNeed = (part: Part) => (a: Attempt, b: Attempt) =>
  Number(b.row.needs.includes(part)) - Number(a.row.needs.includes(part));

const WORKS = "works";
const UNAVAILABLE = "unavailable";

/** The column: what every row is expected to come to, by name. */
function expectedIn(part: Part, way: Way) {
  const expected = ({ needs, heldUpBy = [] }: Row): unknown => {
    if (needs.includes(part)) return UNAVAILABLE;
    const heldUp = way === "frozen" && heldUpBy.includes(part);
    return heldUp ? expect.toBeOneOf([WORKS, UNAVAILABLE]) : WORKS;
  };
  return Object.fromEntries(MATRIX.map((row) => [nameOf(row), expected(row)]));
}

/** Sends a request; what came of it, in a word, under the name of its row. */
async function send(attempt: Attempt): Promise<[string, string]> {
  return [nameOf(attempt.row), outcomeOf(await call(attempt))];
}

function outcomeOf(answer: Answer): string {
  if (answer.status < 300) return WORKS;
  requireProblem(answer);
  const { code } = answer.body;
  const passing = answer.status === 503 && ["unavailable", "deadline_exceeded"].includes(code);
  return passing ? UNAVAILABLE : `${answer.status} ${code}`;
}

function call({ stage, request, key }: Attempt): Promise<Answer> {
  const { method, path, body, apiKey } = request;
  return stage.api.call(method, path, body, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(method !== "GET" && { headers: { "idempotency-key": key } }),
    ...(apiKey !== undefined && { auth: { "x-api-key": apiKey } }),
  });
}

/** The reads once more, now that every answer kept from before the loss has grown old. */
async function expectReads(stage: Stage, part: Part): Promise<void> {
  const reads = MATRIX.map((row) => attemptOf(row, stage, "")).filter(
    ({ row, request }) => request.method === "GET" && !row.needs.includes(part),
  );
  const answers = await Promise.all(reads.map(send));
  expect(answers).toEqual(reads.map(({ row }) => [nameOf(row), WORKS]));
}

/** Repeated under its Idempotency-Key a request succeeds, and is refused for nothing else. */
async function succeeds(attempt: Attempt): Promise<void> {
  const repeated = async () => {
    const outcome = outcomeOf(await call(attempt));
    if (outcome === UNAVAILABLE) return false;
    expect(`${nameOf(attempt.row)}: ${outcome}`).toBe(`${nameOf(attempt.row)}: ${WORKS}`);
    return true;
  };
  const what = `${nameOf(attempt.row)} working again`;
  await until(repeated, { timeoutMs: RECOVERY_MS, everyMs: 200, what });
}

const probe = async (system: TestSystem, name: ProcessName, path: string) =>
  (await fetch(`${system.probeUrls[name]}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) }))
    .status;

/** Alive all the time, so that nobody restarts them; ready unless their own database is gone. */
async function expectProbes(system: TestSystem, part: Part): Promise<void> {
  const others = PROCESSES.filter((name) => name !== part);
  const answers = await Promise.all(
    others.map(async (name) => [
      name,
      await probe(system, name, "/livez"),
      await probe(system, name, "/readyz"),
    ]),
  );
  const readyOf = (name: ProcessName) => (part === "postgres" && name !== "gateway" ? 503 : 200);
  expect(answers).toEqual(others.map((name) => [name, 200, readyOf(name)]));
}

const ready = (system: TestSystem, name: ProcessName) =>
  until(async () => (await probe(system, name, "/readyz")) === 200, {
    timeoutMs: RECOVERY_MS,
    what: `${name} being ready`,
  });
