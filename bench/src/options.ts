import { parseArgs } from "node:util";
import type { Scale, Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

/** The command line of `pnpm bench`. */
export interface Options {
  scenarios: readonly Scenario[];
  rounds: number;
  seconds: number;
  scale: Scale;
  board: number | undefined;
  /** Writes tables into the documentation. */
  docs: boolean;
}

const DEFAULTS = { full: { rounds: "3", seconds: "3" }, smoke: { rounds: "1", seconds: "0.1" } };

export const USAGE = `npx -y pnpm@12.21.0 bench [SCENARIO…] [options]

Measures the throughput and the latency of the product on this machine.

Options
  --rounds N    The number of rounds. Default: ${DEFAULTS.full.rounds}.
  --seconds S   The duration of a measurement in seconds. Default: ${DEFAULTS.full.seconds}.
  --board N     The number of entries on a large leaderboard. Default: 100000.
  --smoke       Run as little as possible, to check that the scenarios work.
  --docs        Write the tables to docs/benchmarks.md.
  -h, --help    Print this help and exit.

Scenarios (default: all)
${SCENARIOS.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join("\n")}`;

/** Reads the command line; throws an Error that names the invalid argument. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      seconds: { type: "string" },
      board: { type: "string" },
      smoke: { type: "boolean", default: false },
      docs: { type: "boolean", default: false },
    },
  });
  const scale = values.smoke ? "smoke" : "full";
  const { rounds, seconds } = { ...DEFAULTS[scale], ...values };
  return {
    scenarios: positionals.length === 0 ? SCENARIOS : positionals.map(getScenario),
    rounds: Math.ceil(parsePositive("--rounds", rounds)),
    seconds: parsePositive("--seconds", seconds),
    board:
      values.board === undefined ? undefined : Math.ceil(parsePositive("--board", values.board)),
    scale,
    docs: values.docs,
  };
}

function getScenario(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`The scenario "${name}" does not exist.`);
  return found;
}

function parsePositive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`${option} must be a number greater than zero, not "${text}".`);
}
