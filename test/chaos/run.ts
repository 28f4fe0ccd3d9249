import { StackError } from "@tms/stack/stack-error";
import { readOptions, USAGE, type Options } from "./options.ts";
import { describeBroken, describePlan, HEAD, lineOf, writeFailure } from "./report.ts";
import { planOf, playSeed, slowed, type SeedResult } from "./seed.ts";
import { startChaosSystem, type ChaosSystem } from "./system.ts";

/** The system that is up, or coming up: servers do not end with the one who started them. */
let running: Promise<ChaosSystem> | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stopSystem().finally(() => process.exit(1)));

async function stopSystem(): Promise<void> {
  const stopping = running;
  running = undefined;
  await (await stopping)?.stop();
}

// A database that only grows would make the later seeds of a long row slower than the first.
const SEEDS_PER_SYSTEM = 25;

const args = process.argv.slice(2);
try {
  if (args.includes("--help")) console.log(USAGE);
  else process.exitCode = await run(readOptions(args));
} catch (error) {
  if (!(error instanceof StackError)) throw error;
  console.error(`${error.message} ${error.hint}`);
  process.exitCode = 2;
}

async function run(options: Options): Promise<number> {
  const seeds = Array.from({ length: options.seeds }, (_, index) => options.seed + index);
  if (options.print) {
    for (const seed of seeds) console.log(describePlan(planOf(seed, options.spanMs)));
    return 0;
  }
  const beganAt = performance.now();
  const failed: number[] = [];
  const total = { operations: 0, faults: 0, settled: 0 };
  const add = ({ plan, calls, settled }: SeedResult) => {
    total.operations += calls.length;
    total.faults += plan.faults.length;
    total.settled += settled;
  };
  console.log(HEAD);
  for (let first = 0; first < seeds.length; first += SEEDS_PER_SYSTEM) {
    if (options.plant !== undefined && failed.length > 0) break;
    await playRow(seeds.slice(first, first + SEEDS_PER_SYSTEM), options, failed, add);
  }
  const seconds = Math.round((performance.now() - beganAt) / 1_000);
  console.log(`${seeds.length} seeds, ${failed.length} broken, ${seconds} s`);
  console.log(`${total.operations} operations, ${total.faults} faults, ${total.settled} settled`);
  if (failed.length > 0) console.log(`broken seeds: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

/** Plays seeds on one system, and goes on with a new one after a failure. */
async function playRow(
  seeds: readonly number[],
  options: Options,
  failed: number[],
  add: (result: SeedResult) => void,
): Promise<void> {
  try {
    for (const seed of seeds) {
      running ??= startChaosSystem(options.plant);
      const result = await playOne(await running, seed, options);
      add(result);
      if (result.broken.length === 0) continue;
      failed.push(seed);
      await stopSystem();
      // One proof is enough that a planted bug is found.
      if (options.plant !== undefined) return;
    }
  } finally {
    await stopSystem();
  }
}

async function playOne(system: ChaosSystem, seed: number, options: Options): Promise<SeedResult> {
  const { plant, out, spanMs, pace } = options;
  const plan = planOf(seed, spanMs);
  const faults = plant?.faults?.(plan.spanMs) ?? plan.faults;
  const result = await playSeed(system, slowed({ ...plan, faults }, pace));
  console.log(lineOf(result));
  if (result.broken.length === 0) return result;
  console.log(describeBroken(result));
  console.log(`    all of it: ${await writeFailure(out, system, result)}`);
  console.log(`    again: pnpm chaos --seed ${seed}${plant ? ` --plant ${plant.name}` : ""}`);
  return result;
}
