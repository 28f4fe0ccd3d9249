import { readFileSync, writeFileSync } from "node:fs";

const KIB = 1_024;
// Resets the peak in Linux when written to clear_refs.
const RESET_PEAK = "5";

/** Returns a function that returns the peak memory of a process since now, in bytes. */
export function watchPeak(pid: number): () => number {
  if (process.platform !== "linux") return () => 0;
  writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
  return () => status(pid, "VmHWM");
}

/** Returns the present memory of a process, in bytes; 0 on systems other than Linux. */
export const residentBytes = (pid: number): number =>
  process.platform === "linux" ? status(pid, "VmRSS") : 0;

function status(pid: number, field: string): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
  if (kib === undefined) throw new Error(`The status of process ${pid} has no field ${field}.`);
  return Number(kib) * KIB;
}
