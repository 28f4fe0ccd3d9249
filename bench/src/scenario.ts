import type { Generator } from "./load/generator.ts";
import type { Product } from "./product.ts";
import type { Sample } from "./report/result.ts";

/** A question about the speed of the product. */
export interface Scenario {
  name: string;
  /** The subject of the measurement, in a sentence without its full stop. */
  title: string;
  /** The value that ratios compare. */
  primary: string;
  /** Pairs of series; the first is reported as a multiple of the second. */
  ratios: readonly (readonly [string, string])[];
  /** Measures the product and verifies its work; throws if the work is wrong. */
  run(bench: Bench): Promise<void>;
}

/** The size of a scenario: for figures, or only to see that the scenario works. */
export type Scale = "full" | "smoke";

/** The context of a scenario. */
export interface Bench {
  product: Product;
  load: Generator;
  rounds: number;
  /** The duration of a measurement that does not end by itself. */
  seconds: number;
  scale: Scale;
  /** The number of entries on a large leaderboard, if the command line sets it. */
  board: number | undefined;
  record: (sample: Sample) => void;
  /** Prints a line of progress. */
  say: (line: string) => void;
}

/** Measures once and records a sample. */
export type Measurement = (round: number) => Promise<void>;

/** Runs all measurements once per round. Every other round runs them in reverse order. */
export async function interleave(
  rounds: number,
  measurements: readonly Measurement[],
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const measure of round % 2 === 0 ? measurements : measurements.toReversed())
      await measure(round);
}
