import { PROCESSES } from "@tms/stack/system/system";
import type { ServerName } from "../servers.ts";
import type { Fault } from "./fault.ts";

const SERVERS: readonly ServerName[] = ["postgres", "redis"];

/** kill -9, and a start some time later. */
export const kill: Fault = {
  weight: 7,
  draw: (random) => ({ target: random.pick([...PROCESSES, ...SERVERS]) }),
  async begin({ servers, ...system }, { target }) {
    const server = SERVERS.find((name) => name === target);
    if (server !== undefined) {
      await servers[server].lose("killed");
      return () => servers[server].bringBack();
    }
    const process = PROCESSES.find((name) => name === target);
    if (process === undefined) throw new Error(`nobody is called ${target}`);
    await system.kill(process);
    return () => system.restart(process);
  },
};
