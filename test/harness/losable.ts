import type { ProcessName, System } from "@tms/stack/system/system";

/** A killed part refuses connections. A frozen part accepts them and never answers. */
export const WAYS = ["killed", "frozen"] as const;
export type Way = (typeof WAYS)[number];

/** A part that a test can take away and bring back. */
export interface Losable {
  lose(way: Way): Promise<void>;
  bringBack(): Promise<void>;
}

/** Returns a service of a running system as such a part. */
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
