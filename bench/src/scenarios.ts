import type { Scenario } from "./scenario.ts";
import { deliver } from "./scenarios/deliver.ts";
import { joinHot, joinSpread } from "./scenarios/joins.ts";
import { ledger } from "./scenarios/ledger.ts";
import { log } from "./scenarios/log.ts";
import { ranks } from "./scenarios/ranks.ts";
import { reads } from "./scenarios/reads.ts";
import { scores } from "./scenarios/scores.ts";
import { scoresEnd, settle } from "./scenarios/settlements.ts";

/** All scenarios, in the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  joinHot,
  joinSpread,
  settle,
  reads,
  scores,
  ranks,
  scoresEnd,
  ledger,
  log,
  deliver,
];
