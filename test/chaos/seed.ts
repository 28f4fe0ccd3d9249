import { drawFaults, runFaults } from "./nemesis.ts";
import { createCaller } from "./caller.ts";
import { expireLeases } from "./faults/expire-leases.ts";
import { FAULTS } from "./faults/all.ts";
import type { Call } from "./history.ts";
import { brokenAtRest, brokenInvariants } from "./invariants.ts";
import { observeTournament } from "./observe.ts";
import type { Plan, PlannedFault } from "./plan.ts";
import { play } from "./play.ts";
import { seeded } from "./random.ts";
import { makeFixture } from "./fixture.ts";
import { checkHistory } from "./checker.ts";
import { drawPeople } from "./people/workload.ts";
import { drawOperation, drawWorkload } from "./workload.ts";
import type { ChaosSystem } from "./system.ts";

const SHORT_SPAN_MS = 3_000;
/** Every twentieth seed goes on for over a minute: past leases, markers and longest deadlines. */
const LONG_SPAN_MS = 62_000;
const LONG_EVERY = 20;
/** Of the ten minutes for which an access token works: what follows the span takes some, too. */
const TOKENS_LAST_MS = 300_000;

/** Long seeds wait for leases and pauses of their own; short ones have them expire. */
const LONG_PATIENCE_MS = 90_000;
const SHORT_PATIENCE_MS = 30_000;
/** Nothing more is awaited once something is broken. */
const BROKEN_PATIENCE_MS = 3_000;

/** Draws everything that a seed decides. */
export function planOf(seed: number, spanMs = defaultSpan(seed)): Plan {
  const random = seeded(seed);
  const long = isLong({ spanMs });
  const workload = drawWorkload(random, spanMs, long ? random.int(30, 45) : random.int(12, 20));
  const perMinute = random.int(20, 40);
  const count = long ? Math.round((perMinute * spanMs) / 60_000) : random.int(3, 8);
  const faults = drawFaults(random, spanMs, count);
  const people = drawPeople(
    random,
    spanMs,
    long ? { people: 6, teams: 3 } : { people: 4, teams: 2 },
  );
  const wishes = people.timed.map(({ atMs, intent }, id) =>
    drawOperation(random, id, atMs, intent),
  );
  const operations = [...workload.operations, ...wishes]
    .toSorted((a, b) => a.atMs - b.atMs)
    .map((operation, id) => ({ ...operation, id }));
  return { seed, spanMs, ...workload, people: people.plan, operations, faults };
}

const defaultSpan = (seed: number) => (seed % LONG_EVERY === 0 ? LONG_SPAN_MS : SHORT_SPAN_MS);

/** A plan with everything in it so many times later: as much to do, and more time to do it. */
export function slowed(plan: Plan, pace: number): Plan {
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

/** The result of a seed. */
export interface SeedResult extends Progress {
  ms: number;
}

/** A seed that is being played. */
interface Progress {
  plan: Plan;
  calls: Call[];
  settled: number;
  checks: number;
  /** Everything that was found broken; empty when all is well. */
  broken: string[];
}

/** Plays a seed on a system, waits until everything has come to rest, and checks it. */
export async function playSeed(system: ChaosSystem, plan: Plan): Promise<SeedResult> {
  const beganAt = performance.now();
  const result: Progress = { plan, calls: [], settled: 0, checks: 0, broken: [] };
  try {
    await playOut(system, result);
  } catch (error) {
    // Say, a process that did not come up again.
    result.broken.push(
      `the run could not be finished: ${error instanceof Error ? error.stack : String(error)}`,
      ...system.watch.crashes,
    );
  }
  return { ...result, ms: Math.round(performance.now() - beganAt) };
}

async function playOut(system: ChaosSystem, result: Progress): Promise<void> {
  const { plan, broken } = result;
  const fixture = await makeFixture(system, plan);
  const caller = createCaller(system.baseUrl);
  const calm = Promise.withResolvers<number>();
  const context = { fixture, caller, seed: plan.seed, calm: calm.promise };
  const played = Promise.all(plan.operations.map((operation) => play(context, operation)));
  let patienceMs = 0;
  let gamesAwayUntil: number | undefined;
  try {
    await runFaults(system, plan.faults, async (fault) => {
      result.checks++;
      if (keepsFromGames(fault)) gamesAwayUntil = Date.now();
      const found = await brokenInvariants(system);
      broken.push(...found.map((promise) => `after ${describeFault(fault)}: ${promise}`));
    });
    if (!isLong(plan)) await hurry(system);
    patienceMs = patienceOf(plan, broken);
  } finally {
    calm.resolve(performance.now() + patienceMs);
    result.calls = (await played).filter((call) => call !== null);
  }
  if (!isLong(plan)) await expireLeases(system);
  const seen = await Promise.all(
    fixture.tournaments.map((tournament) => observeTournament(system, tournament, patienceMs)),
  );
  result.settled = seen.filter(
    (tournament) => tournament !== null && tournament.settlement !== null,
  ).length;
  result.checks++;
  broken.push(...(await brokenAtRest(system, patienceMs)));
  const history = {
    fixture,
    calls: result.calls,
    leftOpen: system.watch.leftOpen,
    tokensMayExpire: plan.spanMs > TOKENS_LAST_MS || plan.faults.some(setsTokensWrong),
    gamesAwayUntil,
  };
  broken.push(...(await checkHistory(system, caller, plan.seed, history, seen)));
}

/** Whether the gateway may not have learnt meanwhile what the game service knows of keys. */
const keepsFromGames = ({ target }: PlannedFault): boolean =>
  /^(gateway|game|postgres|tms_game|game\..*)$|→game$|^game→/.test(target);

/** Whether access tokens, which name a time, may have been refused for it. */
const setsTokensWrong = ({ kind, target }: PlannedFault): boolean =>
  kind === "skew" && ["gateway", "identity"].includes(target);

const isLong = ({ spanMs }: Pick<Plan, "spanMs">) => spanMs > 2 * SHORT_SPAN_MS;

function patienceOf(plan: Plan, broken: readonly string[]): number {
  if (broken.length > 0) return BROKEN_PATIENCE_MS;
  return isLong(plan) ? LONG_PATIENCE_MS : SHORT_PATIENCE_MS;
}

/** Ends the leases of killed processes, which would otherwise take up to half a minute. */
async function hurry(system: ChaosSystem): Promise<void> {
  await FAULTS.flush.begin(system, { kind: "flush", atMs: 0, forMs: 0, target: "", amountMs: 0 });
  await expireLeases(system);
}

/** A fault as people read it. */
export const describeFault = ({ kind, atMs, forMs, target, amountMs }: PlannedFault): string =>
  `${kind} ${target} at ${atMs} ms for ${forMs} ms${amountMs === 0 ? "" : ` by ${amountMs} ms`}`;
