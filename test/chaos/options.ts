import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dataDir } from "@tms/stack/paths";
import { StackError } from "@tms/stack/stack-error";
import { doublePay } from "./plants/double-pay.ts";
import { keptVoid } from "./plants/kept-void.ts";
import { lostEvent } from "./plants/lost-event.ts";
import { lostScore } from "./plants/lost-score.ts";
import { lostUpdate } from "./plants/lost-update.ts";
import { ownerless } from "./plants/ownerless.ts";
import { reusedToken } from "./plants/reused-token.ts";
import type { Plant } from "./plants/plant.ts";

const PLANTS: readonly Plant[] = [
  doublePay,
  keptVoid,
  lostEvent,
  lostScore,
  lostUpdate,
  ownerless,
  reusedToken,
];
/** What the command line may say. */
export const USAGE =
  "pnpm chaos [--seed N] [--seeds N] [--minutes M] [--pace K] [--plant BUG] [--out FOLDER] [--print]; docs/chaos.md says what each does.";
const LARGEST_SEED = 1_000_000_000;

/** The command line of `pnpm chaos`. */
export interface Options {
  /** The first seed; those after it follow. */
  seed: number;
  seeds: number;
  /** How long each seed goes on, instead of as long as the seed itself says. */
  spanMs: number | undefined;
  /** How many times as slowly as the seed says, for a machine that has other things to do. */
  pace: number;
  plant: Plant | undefined;
  /** Where failures are written to. */
  out: string;
  /** Prints what the seeds decide and plays nothing. */
  print: boolean;
}

/** Reads it. Throws a StackError for what it does not understand. */
export function readOptions(args: readonly string[]): Options {
  const values = valuesOf(args);
  const { minutes } = values;
  return {
    seed: values.seed === undefined ? randomInt(LARGEST_SEED) : number("seed", values.seed, 0),
    seeds: number("seeds", values.seeds, 1),
    spanMs:
      minutes === undefined ? undefined : Math.round(number("minutes", minutes, 0.01) * 60_000),
    pace: number("pace", values.pace, 1),
    plant: values.plant === undefined ? undefined : plantOf(values.plant),
    out: values.out,
    print: values.print,
  };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seed: { type: "string" },
        seeds: { type: "string", default: "1" },
        minutes: { type: "string" },
        pace: { type: "string", default: "1" },
        plant: { type: "string" },
        out: { type: "string", default: join(dataDir(), "chaos") },
        print: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new StackError(error instanceof Error ? `${error.message}.` : String(error), USAGE);
  }
}

function number(name: string, text: string, least: number): number {
  const value = Number(text);
  const whole = name === "minutes" || Number.isInteger(value);
  if (text.trim() !== "" && whole && value >= least && value <= LARGEST_SEED) return value;
  throw new StackError(`--${name} ${text} is no number it can be.`, `At least ${least}.`);
}

function plantOf(name: string): Plant {
  const plant = PLANTS.find((known) => known.name === name);
  if (plant !== undefined) return plant;
  const names = PLANTS.map((known) => known.name).join(" or ");
  throw new StackError(`There is no bug called ${name} to plant.`, `Say ${names}.`);
}
