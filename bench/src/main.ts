import { parseArgs } from "node:util";
import { memoize } from "@tms/kit/batching/memoize";
import { startGenerator } from "./generator.ts";
import { startProduct } from "./product.ts";
import { publish, renderTables, writeResults } from "./report.ts";
import { runScenario } from "./run.ts";
import type { Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

const DEFAULTS = {
  full: { rounds: "3", seconds: "3", board: "100000" },
  smoke: { rounds: "1", seconds: "0.1", board: "2000" },
};

const USAGE = `pnpm bench [SCENARIO…] [--rounds N] [--seconds S] [--board N] [--smoke] [--docs]

  --rounds   number of rounds; ${DEFAULTS.full.rounds}
  --seconds  duration of a measurement; ${DEFAULTS.full.seconds}
  --board    entries on a large leaderboard; ${DEFAULTS.full.board}
  --smoke    runs as little as possible, to see that the scenarios work
  --docs     writes the tables into docs/benchmarks.md
  -h, --help prints this text

Scenarios; all of them run if you name none:
${SCENARIOS.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join("\n")}`;

process.exit(await main());

async function main(): Promise<number> {
  let options: Options;
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

type Options = ReturnType<typeof readOptions>;

/** Reads the command line. Throws an Error that names the invalid argument. */
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
  const { rounds, seconds, board } = { ...DEFAULTS[values.smoke ? "smoke" : "full"], ...values };
  return {
    ...values,
    scenarios: positionals.length === 0 ? SCENARIOS : positionals.map(getScenario),
    rounds: Math.ceil(parsePositive("--rounds", rounds)),
    seconds: parsePositive("--seconds", seconds),
    board: Math.ceil(parsePositive("--board", board)),
  };
}

function getScenario(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`There is no scenario "${name}".`);
  return found;
}

function parsePositive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`${option} takes a number above zero, not "${text}".`);
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
