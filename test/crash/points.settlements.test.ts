import { describeCutOff } from "./points/cut-off.ts";
import { BATCHES, SETTLEMENTS } from "./points/endings-table.ts";

describeCutOff([...SETTLEMENTS, ...BATCHES]);
