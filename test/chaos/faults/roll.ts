import { PROCESSES } from "@tms/stack/system/system";
import { nothing, type Fault } from "./fault.ts";

/** A successor takes over before the process is asked to end, as in a rolling restart. */
export const roll: Fault = {
  weight: 4,
  draw: (random) => ({ target: random.pick(PROCESSES) }),
  async begin(system, { target }) {
    const process = PROCESSES.find((name) => name === target);
    if (process === undefined) throw new Error(`nobody is called ${target}`);
    await system.replace(process);
    return nothing;
  },
};
