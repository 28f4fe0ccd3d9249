import { PROCESSES } from "@tms/stack/system/system";
import type { Fault } from "./fault.ts";

/** SIGSTOP: to its neighbours the process is silent, to itself no time passes. */
export const freeze: Fault = {
  weight: 4,
  // The workers twice: they alone hold leases that run out meanwhile.
  draw: (random) => ({ target: random.pick([...PROCESSES, "settlement", "redis"]) }),
  async begin({ system, servers }, { target }) {
    const frozen = PROCESSES.find((name) => name === target);
    const pid = frozen ? system.processes.get(frozen)?.pid : servers.pidOf("redis");
    if (pid === undefined) throw new Error(`${target} was never started`);
    process.kill(pid, "SIGSTOP");
    return async () => void process.kill(pid, "SIGCONT");
  },
};
