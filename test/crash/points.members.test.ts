import { describeCutOff } from "./points/cut-off.ts";
import { MEMBERS } from "./points/members.ts";

describeCutOff(MEMBERS);
