import type { Generator } from "./load/generator.ts";
import type { Sample } from "./report/result.ts";
import type { Harness } from "./system/harness.ts";

/** How much a scenario does: all of it, or just enough to see that it works. */
export type Scale = "full" | "smoke";

/** The context of a scenario. */
export interface Bench {
  harness: Harness;
  load: Generator;
  rounds: number;
  /** How long each measurement lasts, where the scenario does not decide that by itself. */
  seconds: number;
  scale: Scale;
  /** How many entries a large leaderboard has, where that was said. */
  board: number | undefined;
  record(sample: Sample): void;
  /** Tells people what happens. */
  say(line: string): void;
}

/** Measures something, once per round. */
export type Measurement = (round: number) => Promise<void>;

/**
 * Measures groups of what is compared, round after round, each time beginning with another: whatever
 * the machine does besides hits all of them alike, and none is always the first.
 */
export async function interleave(
  rounds: number,
  groups: readonly (readonly Measurement[])[],
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const group of rotated(groups, round))
      for (const measure of rotated(group, round)) await measure(round);
}

const rotated = <T>(items: readonly T[], by: number): T[] => {
  const first = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
};
