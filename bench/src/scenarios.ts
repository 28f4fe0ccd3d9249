import type { Scenario } from "./scenario.ts";
import { joinHot } from "./scenarios/join-hot.ts";
import { joinSpread } from "./scenarios/join-spread.ts";
import { settle } from "./scenarios/settle.ts";
import { reads } from "./scenarios/reads.ts";
import { ledger } from "./scenarios/ledger.ts";
import { endRush } from "./scenarios/end-rush.ts";
import { growth } from "./scenarios/growth.ts";
import { soak } from "./scenarios/soak.ts";
import { start } from "./scenarios/start.ts";

/** Every scenario, in the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  joinHot,
  joinSpread,
  settle,
  reads,
  ledger,
  endRush,
  growth,
  soak,
  start,
];
