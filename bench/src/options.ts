import { parseArgs } from "node:util";
import type { Scale } from "./bench.ts";
import type { Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

/** The command line of `pnpm bench`. */
export interface Options {
  scenarios: readonly Scenario[];
  rounds: number;
  /** When it was said; scenarios differ. */
  seconds: number | undefined;
  scale: Scale;
  /** How many entries a large leaderboard has, when it was said. */
  board: number | undefined;
  /** Puts tables and pictures into the documentation. */
  docs: boolean;
}

const ROUNDS = 3;
/** How long a measurement lasts, unless the command line or the scenario says otherwise. */
export const SECONDS = 3;

export const USAGE = `pnpm bench [SCENARIO…] [--rounds N] [--seconds S] [--board N] [--smoke] [--docs]

  --rounds   how often everything is measured; ${ROUNDS}
  --seconds  how long a measurement lasts; ${SECONDS}, and 600 for soak
  --board    entries on the leaderboard of scores and ranks; 100000
  --smoke    everything as small as possible, to see that it works
  --docs     writes tables and pictures into docs/
  -h, --help prints this and measures nothing

Scenarios; all but soak and start run when none is named:
${SCENARIOS.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join("\n")}`;

/** Reads the command line; throws an Error that says what it does not understand. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: String(ROUNDS) },
      seconds: { type: "string" },
      board: { type: "string" },
      smoke: { type: "boolean", default: false },
      docs: { type: "boolean", default: false },
    },
  });
  return {
    scenarios:
      positionals.length === 0
        ? SCENARIOS.filter((scenario) => !scenario.onRequest)
        : positionals.map(scenarioOf),
    rounds: Math.ceil(positive("--rounds", values.rounds)),
    seconds: values.seconds === undefined ? undefined : positive("--seconds", values.seconds),
    board: values.board === undefined ? undefined : Math.ceil(positive("--board", values.board)),
    scale: values.smoke ? "smoke" : "full",
    docs: values.docs,
  };
}

function scenarioOf(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`There is no scenario "${name}".`);
  return found;
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`${option} takes a number above zero, not "${text}".`);
}
