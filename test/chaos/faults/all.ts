import type { FaultKind } from "../plan.ts";
import { ambush } from "./ambush.ts";
import { crashBackend } from "./crash-backend.ts";
import { cut } from "./cut.ts";
import { dropConnections } from "./drop-connections.ts";
import { expireLeasesFault } from "./expire-leases.ts";
import type { Fault } from "./fault.ts";
import { flush } from "./flush.ts";
import { freeze } from "./freeze.ts";
import { kill } from "./kill.ts";
import { lockRows } from "./lock-rows.ts";
import { mute } from "./mute.ts";
import { roll } from "./roll.ts";
import { skew } from "./skew.ts";
import { slow } from "./slow.ts";
import { stall } from "./stall.ts";
import { stop } from "./stop.ts";

/** Every fault there is. */
export const FAULTS: Readonly<Record<FaultKind, Fault>> = {
  kill,
  stop,
  roll,
  ambush,
  freeze,
  "crash-backend": crashBackend,
  "drop-connections": dropConnections,
  "lock-rows": lockRows,
  flush,
  "expire-leases": expireLeasesFault,
  skew,
  cut,
  stall,
  mute,
  slow,
};
