import { readFileSync } from "node:fs";
import type { RunningProcess } from "@tms/stack/system/running-processes";

/** How much memory processes hold, in bytes. */
export interface Memory {
  /** What each holds by itself, summed: what they share is counted once for each. */
  resident: number;
  /** What they hold together: what they share is divided among all who share it. */
  proportional: number;
}

const KIB = 1_024;
const NONE: Memory = { resident: 0, proportional: 0 };

/** The memory of some processes, by what they are; nothing elsewhere than on Linux. */
export function memoryByKind(processes: readonly RunningProcess[]): Record<string, Memory> {
  if (process.platform !== "linux") return {};
  const sums: Record<string, Memory> = {};
  for (const { pid, command } of processes) {
    const kind = kindOf(command);
    sums[kind] = sum(sums[kind] ?? NONE, memoryOf(pid));
  }
  return sums;
}

/** The memory of all of them together. */
export const together = (memory: Readonly<Record<string, Memory>>): Memory =>
  Object.values(memory).reduce(sum, NONE);

const sum = (a: Memory, b: Memory): Memory => ({
  resident: a.resident + b.resident,
  proportional: a.proportional + b.proportional,
});

/** What a process is, by its command line: one of the system's, or a server with its children. */
function kindOf(command: string): string {
  const own = /(?:services\/)?([a-z]+)\/src\/main\.ts/.exec(command)?.[1];
  if (own !== undefined) return own;
  if (/stack\/src\/start\.ts/.test(command)) return "start";
  if (/postgres/.test(command)) return "postgres";
  if (/redis/.test(command)) return "redis";
  return "other";
}

function memoryOf(pid: number): Memory {
  const text = rollupOf(pid);
  const bytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0) * KIB;
  return { resident: bytes("Rss"), proportional: bytes("Pss") };
}

/** Empty for a process that ended meanwhile. */
function rollupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  } catch {
    return "";
  }
}
