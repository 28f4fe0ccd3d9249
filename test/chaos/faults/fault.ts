import type { PlannedFault } from "../plan.ts";
import type { Random } from "../random.ts";
import type { ChaosSystem } from "../system.ts";

/** Ends a fault. */
export type Heal = () => Promise<void>;

/** One way to harm the system. */
export interface Fault {
  /** How often it is drawn, compared with the others. */
  weight: number;
  draw(random: Random): { target: string; amountMs?: number };
  begin(system: ChaosSystem, fault: PlannedFault): Promise<Heal>;
}

/** For faults that are over at once. */
export const nothing: Heal = () => Promise.resolve();
