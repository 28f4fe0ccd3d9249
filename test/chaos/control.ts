import { writeFile } from "node:fs/promises";
import type { ProcessName, System } from "../stack/system.ts";
import type { Watch } from "./watch.ts";

/** What can be done to the processes of a system, so that the watch knows it was on purpose. */
export interface Control {
  kill(name: ProcessName): Promise<void>;
  restart(name: ProcessName): Promise<void>;
  /** Sets a process's clock off by some milliseconds. */
  setClock(name: ProcessName, offsetMs: number): Promise<void>;
}

/** Guards every process of a system from now on. */
export function controlOf(
  system: System,
  watch: Watch,
  clockFileOf: (name: ProcessName) => string,
): Control {
  const running = (name: ProcessName) => {
    const process = system.processes.get(name);
    if (process === undefined) throw new Error(`${name} was never started`);
    return process;
  };
  for (const process of system.processes.values()) watch.guard(process);
  return {
    async kill(name) {
      const process = running(name);
      watch.excuse(process);
      process.kill("SIGKILL");
      await process.exited;
    },
    async restart(name) {
      await system.restart(name);
      watch.guard(running(name));
    },
    async setClock(name, offsetMs) {
      await writeFile(clockFileOf(name), String(offsetMs));
      running(name).kill("SIGUSR2");
    },
  };
}
