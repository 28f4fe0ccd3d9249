import { describeCutOff } from "./points/cut-off.ts";
import { TOLD } from "./points/told.ts";

describeCutOff(TOLD);
