import { startGenerator } from "./load/generator.ts";
import { readOptions, SECONDS, USAGE, type Options } from "./options.ts";
import { publish } from "./report/docs.ts";
import { describe } from "./report/table.ts";
import { writeReport } from "./report/write.ts";
import { runScenario } from "./run.ts";
import type { Scenario } from "./scenario.ts";
import { openHarness, type Harness } from "./system/harness.ts";

process.exit(await main());

async function main(): Promise<number> {
  if (process.argv.slice(2).some((arg) => arg === "--help" || arg === "-h")) {
    console.log(USAGE);
    return 0;
  }
  const options = optionsOrUsage();
  if (options === undefined) return 2;
  let failed = 0;
  for (const scenario of options.scenarios) {
    console.log(`\n${scenario.name}: ${scenario.title}`);
    const harness = await openHarness({ durable: true });
    const release = stopOnSignals(harness);
    try {
      await measure(scenario, harness, options);
    } catch (error) {
      // The other scenarios may still tell something.
      console.error(error);
      failed++;
    } finally {
      release();
      await harness.stop();
    }
  }
  return failed === 0 ? 0 : 1;
}

async function measure(scenario: Scenario, harness: Harness, options: Options): Promise<void> {
  const load = startGenerator();
  const seconds = options.seconds ?? scenario.seconds ?? SECONDS;
  const say = (line: string) => console.log(`  ${line}`);
  try {
    const report = await runScenario(scenario, { ...options, seconds, harness, load, say });
    console.log(describe(scenario, report));
    await writeReport(scenario, report);
    if (options.docs) await publish(scenario, report);
  } finally {
    load.stop();
  }
}

/** The servers lead sessions of their own, so that nobody but this process ends them. */
function stopOnSignals(harness: Harness): () => void {
  const stop = () => void harness.stop().finally(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  return () => void process.off("SIGINT", stop).off("SIGTERM", stop);
}

function optionsOrUsage(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}
