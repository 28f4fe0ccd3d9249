import type { ProcessName, System } from "@tms/stack/system/system";

/** Killed refuses connections; frozen accepts them and never answers. */
export const WAYS = ["killed", "frozen"] as const;
export type Way = (typeof WAYS)[number];

/** Something that can be taken away and brought back. */
export interface Losable {
  lose(way: Way): Promise<void>;
  bringBack(): Promise<void>;
}

/** One service of a running system. */
export function losableService(system: System, name: ProcessName): Losable {
  return {
    async lose(way) {
      const process = system.processes.get(name);
      process?.kill(way === "killed" ? "SIGKILL" : "SIGSTOP");
      if (way === "killed") await process?.exited;
    },
    async bringBack() {
      const frozen = system.processes.get(name)?.kill("SIGCONT");
      if (!frozen) await system.restart(name);
    },
  };
}
