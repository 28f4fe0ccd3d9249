import type { Bench } from "./bench.ts";

/** One question put to the product and to what it is compared with. */
export interface Scenario {
  name: string;
  /** The subject of the measurement, in a sentence without its full stop. */
  title: string;
  /** The value that is drawn and compared. */
  primary: string;
  /** Two series: the first is told as a multiple of the second. */
  ratios: readonly (readonly [string, string])[];
  /** The unit of repetition, when that is not a round. */
  repeats?: string;
  /** How long a measurement lasts, when that is not the same for all. */
  seconds?: number;
  /** Runs only when it is named. */
  onRequest?: true;
  /** Measures, and verifies what was measured; throws when the product did its work wrongly. */
  run(bench: Bench): Promise<void>;
}
