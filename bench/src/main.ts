import { openLab } from "./stack/lab.ts";
import { startGenerator } from "./load/generator.ts";
import { readOptions, SECONDS, USAGE, type Options } from "./options.ts";
import { publish } from "./report/docs.ts";
import { describe } from "./report/table.ts";
import { writeReport } from "./report/write.ts";
import { runScenario } from "./run.ts";

process.exit(await main());

async function main(): Promise<number> {
  const options = optionsOrUsage();
  if (options === undefined) return 2;
  for (const scenario of options.scenarios) {
    console.log(`\n${scenario.name}: ${scenario.title}`);
    const seconds = options.seconds ?? scenario.seconds ?? SECONDS;
    const lab = await openLab({ durable: true });
    const load = startGenerator();
    try {
      const report = await runScenario(scenario, { ...options, seconds, lab, load, say });
      console.log(describe(scenario, report));
      await writeReport(scenario, report);
      if (options.docs) await publish(scenario, report);
    } finally {
      load.stop();
      await lab.stop();
    }
  }
  return 0;
}

function say(line: string): void {
  console.log(`  ${line}`);
}

function optionsOrUsage(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}
