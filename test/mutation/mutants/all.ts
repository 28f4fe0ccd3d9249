import { batches } from "./batches.ts";
import { ledger } from "./ledger.ts";
import type { MutantFile } from "./mutant.ts";
import { plan } from "./plan.ts";
import { ranking } from "./ranking.ts";
import { scores } from "./scores.ts";
import { trigger } from "./trigger.ts";

/** Every mutant that is listed by hand. */
export const LISTED: readonly MutantFile[] = [
  ...ledger,
  ...batches,
  ...plan,
  ...ranking,
  ...scores,
  ...trigger,
];
