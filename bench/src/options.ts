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

export const USAGE = `pnpm bench [SCENARIO…] [--rounds N] [--seconds S] [--board N] [--smoke] [--docs]

  --rounds   number of rounds; ${DEFAULTS.full.rounds}
  --seconds  duration of a measurement; ${DEFAULTS.full.seconds}
  --board    entries on a large leaderboard; 100000
  --smoke    runs as little as possible, to see that the scenarios work
  --docs     writes the tables into docs/benchmarks.md
  -h, --help prints this text

Scenarios; all of them run if you name none:
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
  if (found === undefined) throw new Error(`There is no scenario "${name}".`);
  return found;
}

function parsePositive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`${option} takes a number above zero, not "${text}".`);
}
