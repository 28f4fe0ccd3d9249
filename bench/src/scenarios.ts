import type { Scenario } from "./scenario.ts";
import { joinHot } from "./scenarios/join-hot.ts";
import { joinSpread } from "./scenarios/join-spread.ts";
import { scoresEnd } from "./scenarios/scores-end.ts";
import { scores } from "./scenarios/scores.ts";
import { settle } from "./scenarios/settle.ts";
import { ranks } from "./scenarios/ranks.ts";
import { reads } from "./scenarios/reads.ts";
import { ledger } from "./scenarios/ledger.ts";
import { endRush } from "./scenarios/end-rush.ts";
import { told } from "./scenarios/told.ts";
import { log } from "./scenarios/log.ts";
import { deliver } from "./scenarios/deliver.ts";
import { year } from "./scenarios/year.ts";
import { growth } from "./scenarios/growth.ts";
import { soak } from "./scenarios/soak.ts";
import { start } from "./scenarios/start.ts";

/** Every scenario, in the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  joinHot,
  joinSpread,
  settle,
  reads,
  scores,
  ranks,
  scoresEnd,
  ledger,
  endRush,
  told,
  log,
  deliver,
  year,
  growth,
  soak,
  start,
];
