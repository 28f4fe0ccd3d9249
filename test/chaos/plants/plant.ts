import type { ProcessName } from "@tms/stack/system/system";
import type { PlannedFault } from "../plan.ts";

/** A bug that the harness puts into the running system, to prove that it would be found. */
export interface Plant {
  name: string;
  /** Modules, by their path below test/chaos, that processes load before their own. */
  preloads: Partial<Record<ProcessName, readonly string[]>>;
  /** Run as the database's administrator once everything is up. */
  sql?: string;
  /** Takes the place of the seed's faults, where the bug would sleep without these. */
  faults?: (spanMs: number) => PlannedFault[];
}
