import type { Generator, LoadPlan } from "./generator.ts";
import type { Values } from "./processes.ts";
import type { Product } from "./product.ts";

export interface Scenario {
  name: string;
  /** The subject of the measurement, in a sentence without its full stop. */
  title: string;
  /** The name of the value that ratios compare. For a load, the name of its rate. */
  primary: string;
  /** Pairs of series; the first is reported as a multiple of the second. */
  ratios?: readonly (readonly [string, string])[];
  warmUp?: boolean;
  /** Fills the product. Each group of measurements runs all its rounds before the next group. */
  prepare(bench: Bench): Promise<readonly (readonly Measurement[])[]>;
}

export interface Bench {
  product: Product;
  generate: Generator;
  rounds: number;
  /** The duration of a measurement that does not end by itself. */
  seconds: number;
  /** True if the scenario must only show that it works, with the smallest sizes. */
  smoke: boolean;
  /** The number of entries on a large leaderboard. */
  board: number;
}

/** One row of a table. `point` is the value of the scenario's variable. `series` names the work. */
export type Measurement = { point: string; series: string } & (
  | LoadMeasurement
  | { measure: () => Promise<Values> }
);

export interface LoadMeasurement {
  load: () => GatewayLoad | Promise<GatewayLoad>;
  /** Units of work per answer; 1 if undefined. */
  each?: number;
  /** A table that must gain a row for each unit. */
  table?: string;
}

export type GatewayLoad = Omit<LoadPlan, "port" | "seconds"> & { seconds?: number };
