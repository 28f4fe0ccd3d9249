import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dataDir } from "@tms/stack/paths";
import { StackError } from "@tms/stack/stack-error";
import { PLANTS } from "./plants.ts";
import { describeBroken, describePlan, HEAD, toRow, writeFailure } from "./report.ts";
import { drawPlan, playSeed, slowDown, type SeedResult } from "./seed.ts";
import { startChaosSystem, type ChaosSystem } from "./system.ts";

const USAGE = `npx -y pnpm@12.21.0 chaos [options]

Runs the simulation: random operations and random faults against a complete system. docs/chaos.md describes it.

Options
  --seed N       The first seed. Default: a random number.
  --seeds N      The number of seeds to run. Default: 1.
  --minutes M    The duration of each seed. Default: chosen by the seed.
  --pace K       Multiply all times by K, for a busy machine. Default: 1.
  --plant BUG    Plant a bug that the simulation must find: ${Object.keys(PLANTS).join(", ")}.
  --out FOLDER   The folder for the details of failed seeds. Default: chaos in the data folder.
  --print        Print the plan of each seed, and run nothing.
  --help         Print this help and exit.`;
const MAX_SEED = 1_000_000_000;
// Later seeds become slow on a database that only grows.
const SEEDS_PER_SYSTEM = 25;

type Options = ReturnType<typeof readOptions>;

/** The system that runs or starts: its servers would outlive this process. */
let running: Promise<ChaosSystem> | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stopSystem().finally(() => process.exit(1)));

async function stopSystem(): Promise<void> {
  const stopping = running;
  running = undefined;
  await (await stopping)?.stop();
}

const args = process.argv.slice(2);
try {
  if (args.includes("--help")) console.log(USAGE);
  else process.exitCode = await run(readOptions(args));
} catch (error) {
  if (!(error instanceof StackError)) throw error;
  console.error(`${error.message} ${error.hint}`);
  process.exitCode = 2;
}

/** Reads the command line. Throws a StackError if it is invalid. */
function readOptions(argv: string[]) {
  const { values } = parseArgs({
    args: argv,
    options: {
      seed: { type: "string", default: String(randomInt(MAX_SEED)) },
      seeds: { type: "string", default: "1" },
      minutes: { type: "string" },
      pace: { type: "string", default: "1" },
      plant: { type: "string" },
      out: { type: "string", default: join(dataDir(), "chaos") },
      print: { type: "boolean", default: false },
    },
  });
  const { plant, minutes } = values;
  if (plant !== undefined && !(plant in PLANTS))
    throw new StackError(
      `The plant ${plant} does not exist.`,
      `Use ${Object.keys(PLANTS).join(" or ")}.`,
    );
  const [seed, seeds, pace] = [Number(values.seed), Number(values.seeds), Number(values.pace)];
  if (!Number.isInteger(seed) || !(seeds >= 1) || !(pace >= 1) || Number(minutes ?? 1) <= 0)
    throw new StackError(
      "An option has an invalid number.",
      "Run `npx -y pnpm@12.21.0 chaos --help`.",
    );
  // How long each seed lasts, if not as long as the seed says.
  const spanMs = minutes === undefined ? undefined : Math.round(Number(minutes) * 60_000);
  return { ...values, seed, seeds, pace, spanMs };
}

async function run(options: Options): Promise<number> {
  const seeds = Array.from({ length: options.seeds }, (_, index) => options.seed + index);
  if (options.print) {
    for (const seed of seeds) console.log(describePlan(drawPlan(seed, options.spanMs)));
    return 0;
  }
  const beganAt = performance.now();
  const results: SeedResult[] = [];
  console.log(HEAD);
  try {
    for (const [index, seed] of seeds.entries()) {
      if (index % SEEDS_PER_SYSTEM === 0) await stopSystem();
      running ??= startChaosSystem(options.plant);
      const result = await playOne(await running, seed, options);
      results.push(result);
      if (result.broken.length === 0) continue;
      await stopSystem();
      // One proof that the plant is found is enough.
      if (options.plant !== undefined) break;
    }
  } finally {
    await stopSystem();
  }
  const failed = results.filter(({ broken }) => broken.length > 0).map(({ plan }) => plan.seed);
  const seconds = Math.round((performance.now() - beganAt) / 1_000);
  const total = (count: (result: SeedResult) => number) =>
    results.reduce((sum, result) => sum + count(result), 0);
  console.log(`${seeds.length} seeds, ${failed.length} broken, ${seconds} s`);
  console.log(
    `${total(({ calls }) => calls.length)} operations, ` +
      `${total(({ plan }) => plan.faults.length)} faults, ${total(({ settled }) => settled)} settled`,
  );
  if (failed.length > 0) console.log(`broken seeds: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

async function playOne(system: ChaosSystem, seed: number, options: Options): Promise<SeedResult> {
  const { plant, out, spanMs, pace } = options;
  const plan = drawPlan(seed, spanMs);
  const faults = PLANTS[plant ?? ""]?.faults?.(plan.spanMs) ?? plan.faults;
  const played = await playSeed(system, slowDown({ ...plan, faults }, pace), pace);
  console.log(toRow(played));
  if (played.broken.length === 0) return played;
  console.log(describeBroken(played));
  console.log(`    details: ${await writeFailure(out, system, played)}`);
  console.log(`    repeat: pnpm chaos --seed ${seed}${plant ? ` --plant ${plant}` : ""}`);
  return played;
}
