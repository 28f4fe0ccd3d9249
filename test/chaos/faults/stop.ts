import { PROCESSES } from "@tms/stack/system/system";
import type { Fault } from "./fault.ts";

/** SIGTERM, as in a deployment that has one replica, and a start some time later. */
export const stop: Fault = {
  weight: 4,
  draw: (random) => ({ target: random.pick(PROCESSES) }),
  async begin(system, { target }) {
    const process = PROCESSES.find((name) => name === target);
    if (process === undefined) throw new Error(`nobody is called ${target}`);
    await system.end(process);
    return () => system.restart(process);
  },
};
