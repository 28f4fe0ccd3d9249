import { globSync, readFileSync, writeFileSync } from "node:fs";

export type Values = Readonly<Record<string, number>>;

export type Pids = Readonly<Record<string, number>>;

const NANOS_PER_MICRO = 1_000;
const TICK_MICROS = 10_000;
// The range of cutime and cstime, the times of ended children, after the name in /proc/PID/stat.
const ENDED_CHILDREN = [13, 15] as const;

/**
 * Returns a function that returns the processor time of each process since now, in microseconds.
 * The time includes child processes, because Postgres has one per connection. It is 0 outside of Linux.
 */
export function meterCpu(pids: Pids): () => Values {
  const read = () => Object.entries(pids).map(([name, pid]) => [name, familyMicros(pid)] as const);
  const before = new Map(read());
  return () =>
    Object.fromEntries(read().map(([name, micros]) => [name, micros - (before.get(name) ?? 0)]));
}

function familyMicros(pid: number): number {
  const children = readProc(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  const [, afterName = ""] = readProc(`/proc/${pid}/stat`).split(") ");
  const ticks = afterName.split(" ").slice(...ENDED_CHILDREN);
  // The times in `schedstat` are in nanoseconds. Those in /proc/PID/stat are in ticks of 10 ms.
  const threads = [pid, ...children].flatMap((id) => globSync(`/proc/${id}/task/*/schedstat`));
  return [
    ...ticks.map((count) => Number(count) * TICK_MICROS),
    ...threads.map((file) => parseInt(readProc(file) || "0") / NANOS_PER_MICRO),
  ].reduce((sum, micros) => sum + micros, 0);
}

/** Returns "" if the file is missing. A thread or a child may end before its file is read. */
function readProc(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

export const microsPerUnit = (micros: Values, units: number): Values =>
  Object.fromEntries(
    Object.entries(micros).map(([name, spent]) => [`${name} µs`, spent / Math.max(1, units)]),
  );

const KIB_PER_MIB = 1_024;
// The value for /proc/PID/clear_refs that makes Linux reset the peak of the memory.
const RESET_PEAK = "5";

export function watchPeak(pid: number): () => number {
  if (process.platform === "linux") writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
  return () => readMib(pid, "VmHWM");
}

/** Returns the present memory of a process in MiB, or 0 outside of Linux. */
export const residentMib = (pid: number): number => readMib(pid, "VmRSS");

function readMib(pid: number, field: string): number {
  const status = readProc(`/proc/${pid}/status`);
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / KIB_PER_MIB;
}
