import { readOptions, type Options } from "./options.ts";
import { describeBroken, describePlan, HEAD, lineOf, writeFailure } from "./report.ts";
import { planOf, playSeed } from "./seed.ts";
import { openWorld, type World } from "./world.ts";

// A database that only grows would make the later seeds of a long row slower than the first.
const SEEDS_PER_WORLD = 25;

// `pnpm chaos [--seed N] [--seeds N] [--minutes M] [--plant BUG] [--out FOLDER] [--print]`
process.exitCode = await run(readOptions(process.argv.slice(2)));

async function run(options: Options): Promise<number> {
  const seeds = Array.from({ length: options.seeds }, (_, index) => options.seed + index);
  if (options.print) {
    for (const seed of seeds) console.log(describePlan(planOf(seed, options.spanMs)));
    return 0;
  }
  const beganAt = performance.now();
  const failed: number[] = [];
  console.log(HEAD);
  for (let first = 0; first < seeds.length; first += SEEDS_PER_WORLD) {
    if (options.plant !== undefined && failed.length > 0) break;
    await playRow(seeds.slice(first, first + SEEDS_PER_WORLD), options, failed);
  }
  const seconds = Math.round((performance.now() - beganAt) / 1_000);
  console.log(`${seeds.length} seeds, ${failed.length} broken, ${seconds} s`);
  if (failed.length > 0) console.log(`broken seeds: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

/** Plays seeds on one world, and goes on with a new one after a failure. */
async function playRow(
  seeds: readonly number[],
  options: Options,
  failed: number[],
): Promise<void> {
  let world: World | undefined;
  try {
    for (const seed of seeds) {
      world ??= await openWorld(options.plant);
      if (await playOne(world, seed, options)) continue;
      failed.push(seed);
      await world.stop();
      world = undefined;
      // One proof is enough that a planted bug is found.
      if (options.plant !== undefined) return;
    }
  } finally {
    await world?.stop();
  }
}

async function playOne(world: World, seed: number, options: Options): Promise<boolean> {
  const { plant, out, spanMs } = options;
  const plan = planOf(seed, spanMs);
  const planted = plant?.faults(plan.spanMs) ?? [];
  const result = await playSeed(world, { ...plan, faults: [...plan.faults, ...planted] });
  console.log(lineOf(result));
  if (result.broken.length === 0) return true;
  console.log(describeBroken(result));
  console.log(`    all of it: ${await writeFailure(out, world, result)}`);
  console.log(`    again: pnpm chaos --seed ${seed}${plant ? ` --plant ${plant.name}` : ""}`);
  return false;
}
