import type { Generator, LoadPlan } from "./generator.ts";
import type { Product } from "./product.ts";

/** A question about the speed of the product. */
export interface Scenario {
  name: string;
  /** The subject of the measurement, in a sentence without its full stop. */
  title: string;
  /** The value that ratios compare. Of a load, it is the rate. */
  primary: string;
  /** Pairs of series; the first is reported as a multiple of the second. */
  ratios?: readonly (readonly [string, string])[];
  /** Runs every measurement once before the first round. */
  warmUp?: boolean;
  /** Fills the product. Each group of measurements runs all its rounds before the next group. */
  prepare(bench: Bench): Promise<readonly (readonly Measurement[])[]>;
}

/** The context of a scenario. */
export interface Bench {
  product: Product;
  generate: Generator;
  rounds: number;
  /** The duration of a measurement that does not end by itself. */
  seconds: number;
  /** True for the smallest size, which only shows that the scenario works. */
  smoke: boolean;
  /** The number of entries on a large leaderboard. */
  board: number;
}

/** One row of the table of a scenario. */
export type Measurement = {
  /** The variable of a scenario, such as the number of connections. */
  point: string;
  /** The name of the measured work, such as "prizes" or "refunds". */
  series: string;
} & (LoadMeasurement | { measure(): Promise<Values> });

/** A measurement of the gateway under load. */
export interface LoadMeasurement {
  load(): GatewayLoad | Promise<GatewayLoad>;
  /** Units of work per answer; 1 if undefined. */
  each?: number;
  /** A table that gains a row for each unit, which is verified. */
  table?: string;
}

/** A load on the gateway. */
export type GatewayLoad = Omit<LoadPlan, "port" | "seconds"> & { seconds?: number };

/** Figures by name and unit. */
export type Values = Readonly<Record<string, number>>;
