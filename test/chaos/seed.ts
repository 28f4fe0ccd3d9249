import { checkHistory } from "./checker.ts";
import { findMoves } from "./facts.ts";
import {
  describeFault,
  drawFaults,
  expireLeases,
  flushRedis,
  keepsFromGames,
  runFaults,
  setsTokensWrong,
} from "./faults.ts";
import { makeFixture } from "./fixture.ts";
import { findCalls, type Call, type History } from "./history.ts";
import { findBroken, findBrokenAtRest, observeTournament } from "./observe.ts";
import type { Plan } from "./plan.ts";
import { createCaller, play } from "./play.ts";
import { createRandom } from "./random.ts";
import type { ChaosSystem } from "./system.ts";
import { drawOperation, drawPeople, drawWorkload } from "./workload.ts";

const SHORT_SPAN_MS = 3_000;
/** Every twentieth seed lasts over a minute: longer than leases, markers and deadlines. */
const LONG_SPAN_MS = 62_000;
const LONG_EVERY = 20;
/** Half of the ten minutes for which an access token works. */
const TOKENS_LAST_MS = 300_000;

/** Long seeds wait for leases and pauses. Short seeds end them at once. */
const LONG_PATIENCE_MS = 90_000;
const SHORT_PATIENCE_MS = 40_000;
/** When something is broken, it is not worth waiting. */
const BROKEN_PATIENCE_MS = 3_000;

const isLong = ({ spanMs }: Pick<Plan, "spanMs">) => spanMs > 2 * SHORT_SPAN_MS;

/** Draws everything that a seed decides. */
export function drawPlan(
  seed: number,
  spanMs = seed % LONG_EVERY === 0 ? LONG_SPAN_MS : SHORT_SPAN_MS,
): Plan {
  const random = createRandom(seed);
  const long = isLong({ spanMs });
  const workload = drawWorkload(random, spanMs, long ? random.int(30, 45) : random.int(12, 20));
  const perMinute = random.int(20, 40);
  const count = long ? Math.round((perMinute * spanMs) / 60_000) : random.int(3, 8);
  const faults = drawFaults(random, spanMs, count);
  const size = long ? { people: 6, teams: 3 } : { people: 4, teams: 2 };
  const people = drawPeople(random, spanMs, size);
  const wishes = people.timed.map(({ atMs, intent }, id) =>
    drawOperation(random, id, atMs, intent),
  );
  const operations = [...workload.operations, ...wishes]
    .toSorted((a, b) => a.atMs - b.atMs)
    .map((operation, id) => ({ ...operation, id }));
  return { seed, spanMs, ...workload, people: people.plan, operations, faults };
}

/** Returns the plan with all times multiplied. */
export function slowDown(plan: Plan, pace: number): Plan {
  const later = <T extends { atMs: number }>(one: T): T => ({ ...one, atMs: one.atMs * pace });
  return {
    ...plan,
    operations: plan.operations.map(later),
    faults: plan.faults.map(later),
    tournaments: plan.tournaments.map((tournament) => ({
      ...tournament,
      endsAfterMs: tournament.endsAfterMs * pace,
    })),
  };
}

/** A seed that is played, or was played. */
export interface SeedResult {
  plan: Plan;
  calls: Call[];
  settled: number;
  checks: number;
  /** Everything that is broken. */
  broken: string[];
  ms: number;
}

/**
 * Plays a seed, waits until the system has come to rest, and checks it. `pace` multiplies the patience, as
 * it does the times of a plan that was slowed down.
 */
export async function playSeed(system: ChaosSystem, plan: Plan, pace: number): Promise<SeedResult> {
  const beganAt = performance.now();
  const result: SeedResult = { plan, calls: [], settled: 0, checks: 0, broken: [], ms: 0 };
  try {
    await playOut(system, result, pace);
  } catch (error) {
    // For example, a process that did not start again.
    result.broken.push(
      `the run could not be finished: ${error instanceof Error ? error.stack : String(error)}`,
      ...system.watch.crashes,
    );
  }
  return { ...result, ms: Math.round(performance.now() - beganAt) };
}

async function playOut(system: ChaosSystem, result: SeedResult, pace: number): Promise<void> {
  const { plan, broken } = result;
  const fixture = await makeFixture(system, plan);
  const caller = createCaller(system.baseUrl);
  const calm = Promise.withResolvers<number>();
  const context = { fixture, caller, seed: plan.seed, calm: calm.promise };
  const played = Promise.all(plan.operations.map((operation) => play(context, operation)));
  // A rejection is reported below, after the faults.
  played.catch(() => undefined);
  let calmBy = 0;
  let gamesAwayUntil: number | undefined;
  try {
    await runFaults(system, plan.faults, async (fault) => {
      result.checks++;
      if (keepsFromGames(fault)) gamesAwayUntil = Date.now();
      const found = await findBroken(system);
      broken.push(...found.map((promise) => `after ${describeFault(fault)}: ${promise}`));
    });
    if (!isLong(plan)) {
      await flushRedis(system);
      await expireLeases(system);
    }
    calmBy = performance.now() + getPatience(plan, broken) * pace;
  } finally {
    calm.resolve(calmBy);
    result.calls = (await played).filter((call) => call !== null);
  }
  if (!isLong(plan)) await expireLeases(system);
  const history: History = {
    fixture,
    calls: result.calls,
    moves: [],
    leftOpen: system.watch.leftOpen,
    tokensMayExpire: plan.spanMs > TOKENS_LAST_MS || plan.faults.some(setsTokensWrong),
    gamesAwayUntil,
  };
  history.moves.push(...findMoves(history));
  // All waits end at the same time. Otherwise a run of a broken system could take three times as long.
  const patience = () => Math.max(calmBy - performance.now(), BROKEN_PATIENCE_MS * pace);
  const decisions = findCalls(history, "disqualify", "reinstate");
  const seen = await Promise.all(
    fixture.tournaments.map((tournament, index) => {
      const own = decisions.filter(({ intent }) => intent.tournament === index);
      const handles = new Set(own.flatMap(({ intent }) => intent.handles));
      return observeTournament(system, tournament, patience(), handles);
    }),
  );
  result.settled = seen.filter((one) => one !== null && one.settlement !== null).length;
  result.checks++;
  broken.push(...(await findBrokenAtRest(system, patience())));
  broken.push(...(await checkHistory(system, caller, plan.seed, history, seen)));
}

function getPatience(plan: Plan, broken: readonly string[]): number {
  if (broken.length > 0) return BROKEN_PATIENCE_MS;
  return isLong(plan) ? LONG_PATIENCE_MS : SHORT_PATIENCE_MS;
}
