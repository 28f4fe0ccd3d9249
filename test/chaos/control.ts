import { writeFile } from "node:fs/promises";
import type { ProcessName, ProcessPorts, System } from "@tms/stack/system/system";
import type { Network } from "./network.ts";
import type { Watch } from "./watch.ts";

/** Kills, ends and restarts processes of a system, and tells the watch that it is on purpose. */
export interface Control {
  /** Where a process, or what took its place, listens: past all edges. */
  urlOf(name: ProcessName): string;
  kill(name: ProcessName): Promise<void>;
  /** Asks a process to end, and waits until it has. */
  end(name: ProcessName): Promise<void>;
  restart(name: ProcessName): Promise<void>;
  /** Starts a successor beside a process, leads its callers there, and then asks it to end. */
  replace(name: ProcessName): Promise<void>;
  /** Sets a process's clock off by some milliseconds. */
  setClock(name: ProcessName, offsetMs: number): Promise<void>;
}

/** The system to control, and the ports for successors of its processes. */
export interface Controlled {
  system: System;
  network: Network;
  watch: Watch;
  clockFileOf: (name: ProcessName) => string;
  spare: Readonly<Record<ProcessName, ProcessPorts>>;
  ports: Readonly<Record<ProcessName, ProcessPorts>>;
}

/** Guards every process of a system from now on. */
export function controlOf({ system, network, watch, clockFileOf, ...where }: Controlled): Control {
  const ports = { ...where.ports };
  const spare = { ...where.spare };
  const running = (name: ProcessName) => {
    const process = system.processes.get(name);
    if (process === undefined) throw new Error(`${name} was never started`);
    return process;
  };
  for (const process of system.processes.values()) watch.guard(process);

  async function end(name: ProcessName, process = running(name)): Promise<void> {
    watch.excuse(process);
    await process.stop();
  }

  return {
    urlOf: (name) => `http://127.0.0.1:${ports[name].port}`,
    end,
    async kill(name) {
      const process = running(name);
      watch.excuse(process);
      process.kill("SIGKILL");
      await process.exited;
    },
    async restart(name) {
      await system.restart(name, ports[name]);
      watch.guard(running(name));
    },
    async replace(name) {
      const predecessor = running(name);
      [ports[name], spare[name]] = [spare[name], ports[name]];
      await system.restart(name, ports[name]);
      watch.guard(running(name));
      network.lead(name, ports[name].port);
      await end(name, predecessor);
    },
    async setClock(name, offsetMs) {
      await writeFile(clockFileOf(name), String(offsetMs));
      running(name).kill("SIGUSR2");
    },
  };
}
