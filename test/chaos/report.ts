import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeCall } from "./checker.ts";
import { describeFault } from "./faults.ts";
import { isAcknowledged, toText } from "./history.ts";
import type { Plan } from "./plan.ts";
import type { SeedResult } from "./seed.ts";
import type { ChaosSystem } from "./system.ts";

const SHOWN = 12;
export const HEAD =
  "      seed  operations  acknowledged   unknown  faults  settled  checks       ms";

/** Formats the row of a seed. */
export function toRow({ plan, calls, settled, checks, ms, broken }: SeedResult): string {
  const acknowledged = calls.filter(isAcknowledged).length;
  // Operations that were repeated because their outcome was unknown.
  const unknown = calls.filter(({ attempts, operation }) => attempts > (operation.twin ? 2 : 1));
  const { seed, faults } = plan;
  const widths = [10, 12, 14, 10, 8, 9, 8, 9];
  return [seed, calls.length, acknowledged, unknown.length, faults.length, settled, checks, ms]
    .map((cell, index) => String(cell).padStart(widths[index] ?? 0))
    .concat(broken.length === 0 ? [] : ["  BROKEN"])
    .join("");
}

/** Lists the first broken promises, one a line. */
export function describeBroken({ broken }: SeedResult): string {
  const shown = broken.slice(0, SHOWN).map((one) => `    ${one.slice(0, 600)}`);
  const more = broken.length - shown.length;
  return [...shown, ...(more > 0 ? [`    … and ${more} more`] : [])].join("\n");
}

/** Lists everything that a seed decides. */
export function describePlan({ seed, spanMs, games, faults, ...plan }: Plan): string {
  const number = (name: string) => (one: unknown, index: number) =>
    `${name} ${index} ${toText(one)}`;
  return [
    `seed ${seed}, ${spanMs} ms`,
    ...games.map((game) => ({ ...game, handles: game.handles.length })).map(number("game")),
    ...plan.tournaments.map(number("tournament")),
    ...plan.operations.map((operation) => `operation ${toText(operation)}`),
    ...faults.map((fault) => `fault ${describeFault(fault)}`),
  ].join("\n");
}

/** Writes a failed seed, its calls and the last lines of all processes to a file; returns its path. */
export async function writeFailure(
  folder: string,
  { watch }: ChaosSystem,
  { plan, broken, calls }: SeedResult,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `seed-${plan.seed}.txt`);
  const causes = broken.map((one) => `broken: ${one}`);
  const content = [...causes, describePlan(plan), ...calls.map(describeCall), ...watch.lines];
  await writeFile(file, `${content.join("\n")}\n`);
  return file;
}
