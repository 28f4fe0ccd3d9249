import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const KIB = 1_024;
// Written to clear_refs, it makes Linux begin a new peak.
const RESET_PEAK = "5";

/** Begins to watch a process' memory; the returned function tells its peak since, in bytes. */
export function watchPeak(pid: number): () => number {
  if (process.platform !== "linux") return () => 0;
  writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
  return () => status(pid, "VmHWM");
}

/** A process' memory now, in bytes; 0 elsewhere than on Linux. */
export const residentBytes = (pid: number): number =>
  process.platform === "linux" ? status(pid, "VmRSS") : 0;

/** How many files and sockets a process has open; 0 elsewhere than on Linux. */
export const openHandles = (pid: number): number =>
  process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;

function status(pid: number, field: string): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
  if (kib === undefined) throw new Error(`${field} is missing of process ${pid}`);
  return Number(kib) * KIB;
}
