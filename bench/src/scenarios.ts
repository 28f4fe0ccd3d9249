import type { Scenario } from "./scenario.ts";
import { ranks, scores } from "./scenarios/boards.ts";
import { deliver, log } from "./scenarios/events.ts";
import { joinHot, joinSpread } from "./scenarios/joins.ts";
import { ledger } from "./scenarios/ledger.ts";
import { reads } from "./scenarios/reads.ts";
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
