import { drawFaults, runFaults } from "./adversary.ts";
import { createCaller } from "./caller.ts";
import { expireLeases } from "./faults/expire-leases.ts";
import { FAULTS } from "./faults/all.ts";
import type { Call } from "./history.ts";
import { brokenInvariants } from "./invariants.ts";
import { observeCup } from "./observe.ts";
import type { Plan, PlannedFault } from "./plan.ts";
import { play, type PlayContext } from "./play.ts";
import { seeded } from "./random.ts";
import { setStage } from "./stage.ts";
import { judge } from "./verdict.ts";
import { drawWorkload } from "./workload.ts";
import type { World } from "./world.ts";

const SHORT_SPAN_MS = 3_000;
/** Every twentieth seed goes on for over a minute: past leases, markers and longest deadlines. */
const LONG_SPAN_MS = 62_000;
const LONG_EVERY = 20;

/** Long seeds wait for leases and pauses of their own; short ones have them expire. */
const LONG_PATIENCE_MS = 90_000;
const SHORT_PATIENCE_MS = 30_000;

/** Draws everything that a seed decides. */
export function planOf(seed: number, spanMs = defaultSpan(seed)): Plan {
  const random = seeded(seed);
  const isLong = spanMs > 2 * SHORT_SPAN_MS;
  const workload = drawWorkload(random, spanMs, isLong ? random.int(30, 45) : random.int(12, 20));
  const perMinute = random.int(20, 40);
  const count = isLong ? Math.round((perMinute * spanMs) / 60_000) : random.int(3, 8);
  return { seed, spanMs, ...workload, faults: drawFaults(random, spanMs, count) };
}

const defaultSpan = (seed: number) => (seed % LONG_EVERY === 0 ? LONG_SPAN_MS : SHORT_SPAN_MS);

/** What became of a seed. */
export interface SeedResult {
  plan: Plan;
  calls: readonly Call[];
  settled: number;
  checks: number;
  ms: number;
  /** What was found broken; empty when all is well. */
  broken: readonly string[];
}

/** Plays a seed on a world, waits until everything has come to rest, and judges it. */
export async function playSeed(world: World, plan: Plan): Promise<SeedResult> {
  const beganAt = performance.now();
  const stage = await setStage(world, plan);
  const caller = createCaller(
    world.baseUrl,
    stage.games.map(({ access }) => access.apiKey),
  );
  const isLong = plan.spanMs > 2 * SHORT_SPAN_MS;
  const patienceMs = isLong ? LONG_PATIENCE_MS : SHORT_PATIENCE_MS;
  const calm = Promise.withResolvers<void>();
  let giveUpAt = Infinity;
  const context: PlayContext = {
    stage,
    caller,
    seed: plan.seed,
    calm: calm.promise,
    giveUpAt: () => giveUpAt,
  };
  const broken: string[] = [];
  let checks = 0;
  const check = async (fault: PlannedFault) => {
    checks++;
    const found = await brokenInvariants(world);
    broken.push(...found.map((promise) => `after ${describeFault(fault)}: ${promise}`));
  };

  const played = Promise.all(plan.operations.map((operation) => play(context, operation)));
  await runFaults(world, plan.faults, check);
  if (!isLong) await hurry(world);
  giveUpAt = performance.now() + patienceMs;
  calm.resolve();
  const calls = (await played).filter((call) => call !== null);
  if (!isLong) await expireLeases(world);
  const seen = await Promise.all(stage.cups.map((cup) => observeCup(world, cup, patienceMs)));
  broken.push(...(await judge(world, caller, plan.seed, { stage, calls }, seen)));
  return {
    plan,
    calls,
    settled: seen.filter((cup) => cup !== null && cup.settlement !== null).length,
    checks: checks + 1,
    ms: Math.round(performance.now() - beganAt),
    broken,
  };
}

/** What a killed process held would be waited for, half a minute at worst. */
async function hurry(world: World): Promise<void> {
  await FAULTS.flush.begin(world, { kind: "flush", atMs: 0, forMs: 0, target: "", amountMs: 0 });
  await expireLeases(world);
}

/** A fault as people read it. */
export const describeFault = ({ kind, atMs, forMs, target, amountMs }: PlannedFault): string =>
  `${kind} ${target} at ${atMs} ms for ${forMs} ms${amountMs === 0 ? "" : ` by ${amountMs} ms`}`;
