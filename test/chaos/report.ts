import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plan } from "./plan.ts";
import { describeFault, type SeedResult } from "./seed.ts";
import { describeCall } from "./checker.ts";
import type { ChaosSystem } from "./system.ts";

const SHOWN = 12;

/** One line of a table, as wide as its head. */
export const HEAD = row(
  "seed",
  "operations",
  "acknowledged",
  "unknown",
  "faults",
  "settled",
  "checks",
  "ms",
);

export function lineOf({ plan, calls, settled, checks, ms, broken }: SeedResult): string {
  const acknowledged = calls.filter(({ outcome }) => outcome.kind === "acknowledged").length;
  // Those that were unknown for a while: asked more than once before they were answered.
  const unknown = calls.filter(({ attempts, operation }) => attempts > (operation.twin ? 2 : 1));
  const { seed, faults } = plan;
  const line = row(
    seed,
    calls.length,
    acknowledged,
    unknown.length,
    faults.length,
    settled,
    checks,
    ms,
  );
  return broken.length === 0 ? line : `${line}  BROKEN`;
}

function row(...cells: readonly (string | number)[]): string {
  const widths = [10, 10, 12, 8, 6, 7, 6, 7];
  return cells.map((cell, index) => String(cell).padStart(widths[index] ?? 0)).join("  ");
}

/** The first few of the broken promises, a sentence each. */
export function describeBroken({ broken }: SeedResult): string {
  const shown = broken.slice(0, SHOWN).map((one) => `    ${one.slice(0, 600)}`);
  const more = broken.length - shown.length;
  return [...shown, ...(more > 0 ? [`    … and ${more} more`] : [])].join("\n");
}

/** Everything that a seed decides, for people. */
export function describePlan({
  seed,
  spanMs,
  games,
  tournaments,
  operations,
  faults,
}: Plan): string {
  return [
    `seed ${seed}, ${spanMs} ms`,
    ...games.map(
      (game, index) => `game ${index} ${text({ ...game, handles: game.handles.length })}`,
    ),
    ...tournaments.map((tournament, index) => `tournament ${index} ${text(tournament)}`),
    ...operations.map((operation) => `operation ${text(operation)}`),
    ...faults.map((fault) => `fault ${describeFault(fault)}`),
  ].join("\n");
}

/** Writes all that is known of a failed seed into a file; returns its path. */
export async function writeFailure(
  folder: string,
  system: ChaosSystem,
  result: SeedResult,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `seed-${result.plan.seed}.txt`);
  const content = [
    ...result.broken.map((one) => `broken: ${one}`),
    describePlan(result.plan),
    ...result.calls.map(describeCall),
    ...system.watch.lines,
  ];
  await writeFile(file, `${content.join("\n")}\n`);
  return file;
}

const text = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
