import { describeCutOff } from "./points/cut-off.ts";
import { WEBHOOKS } from "./points/webhooks.ts";

describeCutOff(WEBHOOKS);
