import pMap from "p-map";
import { expect } from "vitest";
import { PROCESSES } from "@tms/stack/system/system";
import type { TestSystem } from "../harness/system.ts";
import { audit } from "../harness/audit.ts";
import { attemptOf, send, succeeds, LATE, PASSING, WORKS, type Attempt } from "./attempt.ts";
import type { Losable, Way } from "../harness/losable.ts";
import { MATRIX, nameOf, operationsIn } from "./matrix.ts";
import type { Row } from "./row.ts";
import { operationsOf } from "./operations.ts";
import type { Part } from "./parts.ts";
import { becomesReady, expectProbes } from "./probes.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

// With this many of each row every service has more calls than connections to its database.
const CROWD = 4;
// So many calls are answered within the shortest deadline on a machine that is busy with other suites.
const AT_ONCE = 20;

/**
 * Takes one part away and tries every operation: those that need it are refused in time
 * and in form, while those that do not work as ever beside them. With the part back, the very
 * requests that were refused succeed, no process was restarted for it, and the audit is clean.
 */
export async function tryColumn(
  system: TestSystem,
  lost: Losable,
  part: Part,
  way: Way,
): Promise<void> {
  const fixture = await makeFixture(system);
  const attempts = MATRIX.map((row) => attemptOf(row, fixture, "eve"));
  const answered = new Set<string>();
  await lost.lose(way);
  try {
    // First those that will hang, each with a crowd behind it.
    const crowd = way === "frozen" ? crowdsOf(fixture, part) : [];
    const [answers, crowded, operations] = await Promise.all([
      sendAll(attempts.toSorted(byNeed(part)), part, way),
      Promise.all(crowd.map(send)),
      operationsOf(system.gatewayUrl),
      expectProbes(system, part),
    ]);
    for (const [name, outcome] of answers) if (outcome === WORKS) answered.add(name);
    expect(operationsIn(MATRIX)).toEqual(operations);
    expect(Object.fromEntries(answers)).toEqual(expectedIn(part, way));
    for (const [, outcome] of crowded) expect(outcome).toBeOneOf(refusalsWhen(way));
    await expectReads(fixture, part);
  } finally {
    await lost.bringBack();
  }
  await Promise.all(PROCESSES.map((name) => becomesReady(system, name)));
  const isOver = ({ row }: Attempt) => row.once === true && answered.has(nameOf(row));
  await Promise.all(attempts.filter((attempt) => !isOver(attempt)).map(succeeds));
  expect((await fixture.api.get("/wallet/eve")).body.wallet.balance).toBe(3);
  expect((await fixture.api.get("/wallet/rich")).body.wallet.balance).toBe(6);
  await audit(system.adminUrl);
}

/** What hangs stands beside all others; what is refused at once needs no more than a few beside it. */
const sendAll = (attempts: readonly Attempt[], part: Part, way: Way) =>
  pMap(attempts, sendPatiently(part), {
    concurrency: way === "frozen" ? attempts.length : AT_ONCE,
  });

/**
 * On a machine that stands still for seconds a look-up with a short deadline may miss it, and Redis
 * the third of a second it has for an answer of earlier. An operation that does not need the lost part
 * is then repeated at once: if it were held up by calls that hang, the repeat would find the same.
 */
const sendPatiently =
  (part: Part) =>
  async (attempt: Attempt): Promise<[string, string]> => {
    const { needs } = attempt.row;
    const first = await send(attempt);
    const late = needs.length === 0 ? PASSING : [LATE];
    return !needs.includes(part) && late.includes(first[1]) ? await send(attempt) : first;
  };

const crowdsOf = (fixture: Fixture, part: Part) =>
  MATRIX.filter(({ needs }) => needs.includes(part)).flatMap((row) => crowdOf(row, fixture));

function crowdOf(row: Row, fixture: Fixture): Attempt[] {
  const crowd = Array.from({ length: CROWD }, (_, i) => attemptOf(row, fixture, `crowd-${i}`));
  const different = new Set(crowd.map(({ request }) => JSON.stringify(request)));
  const harmless = different.size === CROWD || crowd[0]?.request.method === "GET";
  return harmless ? crowd : [];
}

const byNeed = (part: Part) => (a: Attempt, b: Attempt) =>
  Number(b.row.needs.includes(part)) - Number(a.row.needs.includes(part));

// A killed part is noticed at once. A frozen one is noticed by whoever's deadline comes first.
const refusalsWhen = (way: Way) => (way === "killed" ? ["503 unavailable"] : PASSING);

/** The column: what every row is expected to come to, by name. */
function expectedIn(part: Part, way: Way) {
  const expected = ({ needs }: Row): unknown =>
    needs.includes(part) ? expect.toBeOneOf(refusalsWhen(way)) : WORKS;
  return Object.fromEntries(MATRIX.map((row) => [nameOf(row), expected(row)]));
}

/** The reads once more, now that every answer kept from before the loss has grown old. */
async function expectReads(fixture: Fixture, part: Part): Promise<void> {
  const reads = MATRIX.map((row) => attemptOf(row, fixture, "")).filter(
    ({ row, request }) => request.method === "GET" && !row.needs.includes(part),
  );
  const answers = await Promise.all(reads.map(send));
  expect(answers).toEqual(reads.map(({ row }) => [nameOf(row), WORKS]));
}
