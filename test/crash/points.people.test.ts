import { describeCutOff } from "./points/cut-off.ts";
import { PEOPLE } from "./points/people.ts";

describeCutOff(PEOPLE);
