import { CLOCK } from "./points/clock.ts";
import { describeCutOff } from "./points/cut-off.ts";

describeCutOff(CLOCK);
