import { memoize } from "@tms/kit/batching/memoize";
import { startGenerator } from "./load/generator.ts";
import { readOptions, USAGE, type Options } from "./options.ts";
import { startProduct } from "./product.ts";
import { publish, writeResults } from "./report/files.ts";
import { renderTables } from "./report/table.ts";
import { runScenario } from "./run.ts";
import type { Scenario } from "./scenario.ts";

process.exit(await main());

async function main(): Promise<number> {
  const options = readOptionsOrPrintUsage();
  if (typeof options === "number") return options;
  let exitCode = 0;
  for (const scenario of options.scenarios) {
    console.log(`\n${scenario.name}: ${scenario.title}`);
    try {
      await measure(scenario, options);
    } catch (error) {
      console.error(error);
      exitCode = 1;
    }
  }
  return exitCode;
}

async function measure(scenario: Scenario, options: Options): Promise<void> {
  const started = new AsyncDisposableStack();
  const stop = memoize(() => started.disposeAsync());
  // Servers lead sessions of their own, so Ctrl-C does not reach them.
  const abort = () => void stop().finally(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, abort);
    started.defer(() => void process.off(signal, abort));
  }
  try {
    const product = await startProduct(started, { durable: options.scale === "full" });
    const load = startGenerator();
    started.defer(() => load.stop());
    const say = (line: string) => console.log(`  ${line}`);
    const report = await runScenario(scenario, { ...options, product, load, say });
    console.log(renderTables(scenario, report));
    await writeResults(report);
    if (options.docs) await publish(scenario, report);
  } finally {
    await stop();
  }
}

/** Returns an exit code if there is nothing to measure. */
function readOptionsOrPrintUsage(): Options | number {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(USAGE);
    return 0;
  }
  try {
    return readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
}
