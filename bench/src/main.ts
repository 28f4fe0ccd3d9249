import { parseArgs } from "node:util";
import { memoize } from "@tms/kit/batching/shared-calls";
import { startGenerator } from "./generator.ts";
import { startProduct } from "./product.ts";
import { publish, renderTables, writeResults } from "./report.ts";
import { runScenario } from "./run.ts";
import type { Scenario } from "./scenario.ts";
import { ranks, scores } from "./scenarios/boards.ts";
import { deliver, log } from "./scenarios/events.ts";
import { joinHot, joinSpread } from "./scenarios/joins.ts";
import { ledger } from "./scenarios/ledger.ts";
import { lone } from "./scenarios/lone.ts";
import { reads } from "./scenarios/reads.ts";
import { scoresEnd, settle } from "./scenarios/settlements.ts";

// The order in which the scenarios run if the command names none.
const SCENARIOS: readonly Scenario[] = [
  lone,
  joinHot,
  joinSpread,
  settle,
  reads,
  scores,
  ranks,
  scoresEnd,
  ledger,
  log,
  deliver,
];

const USAGE = `pnpm bench [SCENARIO…] [--rounds N] [--seconds S] [--board N] [--smoke] [--docs]

  --rounds   number of rounds; 3
  --seconds  duration of a measurement; 3
  --board    entries on a large leaderboard; 100000
  --smoke    runs as little as possible, to see that the scenarios work
  --docs     writes the tables into docs/benchmarks.md
  -h, --help prints this text

Scenarios; all of them run if you name none:
${SCENARIOS.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join("\n")}`;

process.exit(await main());

async function main(): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
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

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      seconds: { type: "string" },
      board: { type: "string" },
      smoke: { type: "boolean", default: false },
      docs: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const readNumber = (name: "rounds" | "seconds" | "board", full: number, smoke: number) => {
    const number = Number(values[name] ?? (values.smoke ? smoke : full));
    if (number > 0 && Number.isFinite(number)) return number;
    throw new Error(`--${name} takes a number above zero, not "${values[name]}".`);
  };
  const scenarios = positionals.map((name) => {
    const found = SCENARIOS.find((scenario) => scenario.name === name);
    if (found === undefined) throw new Error(`There is no scenario "${name}".`);
    return found;
  });
  return {
    ...values,
    scenarios: scenarios.length === 0 ? SCENARIOS : scenarios,
    rounds: Math.ceil(readNumber("rounds", 3, 1)),
    seconds: readNumber("seconds", 3, 0.1),
    board: Math.ceil(readNumber("board", 100_000, 2_000)),
  };
}

async function measure(scenario: Scenario, options: ReturnType<typeof readOptions>): Promise<void> {
  const started = new AsyncDisposableStack();
  const stop = memoize(() => started.disposeAsync());
  // Servers lead sessions of their own, so Ctrl-C does not reach them.
  const abort = () => void stop().finally(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, abort);
    started.defer(() => void process.off(signal, abort));
  }
  try {
    const product = await startProduct(started, { durable: !options.smoke });
    const generate = startGenerator(started);
    const say = (line: string) => console.log(`  ${line}`);
    const report = await runScenario(scenario, { ...options, product, generate }, say);
    console.log(renderTables(scenario, report));
    await writeResults(report);
    if (options.docs) await publish(scenario, report);
  } finally {
    await stop();
  }
}
