import { PROCESSES } from "@tms/stack/system/system";
import type { Fault } from "./fault.ts";

/** SIGSTOP: to its callers the process is silent, to itself no time passes. */
export const freeze: Fault = {
  weight: 4,
  // The workers twice: they alone hold leases that run out meanwhile.
  draw: (random) => ({ target: random.pick([...PROCESSES, "settlement", "redis"]) }),
  async begin({ processes, servers }, { target }) {
    const name = PROCESSES.find((one) => one === target);
    if (name === undefined) {
      await servers.redis.lose("frozen");
      return () => servers.redis.bringBack();
    }
    const frozen = processes.get(name);
    frozen?.kill("SIGSTOP");
    return async () => void frozen?.kill("SIGCONT");
  },
};
