import { describeCutOff } from "./points/cut-off.ts";
import { CANCELLATIONS } from "./points/endings-table.ts";

describeCutOff(CANCELLATIONS);
