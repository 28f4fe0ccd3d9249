import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Processes by the names of their reports. */
export type Pids = Readonly<Record<string, number>>;

// The kernel's own account, in nanoseconds; that of /proc/PID/stat has steps of ten milliseconds.
const available = existsSync("/proc/self/schedstat");
const NANOS_PER_MICRO = 1_000;
// User and system time in /proc/PID/stat, counted after the command's name.
const ENDED_CHILDREN = [13, 14] as const;
const TICK_MICROS = 10_000;

/**
 * Begins to measure processor time; the returned function tells, in microseconds, what each
 * process took since, with its children: Postgres has one per connection. Where the kernel
 * does not tell, as elsewhere than on Linux, nothing is told.
 */
export function meterCpu(pids: Pids): () => Record<string, number> {
  const before = readAll(pids);
  return () => {
    const after = readAll(pids);
    return Object.fromEntries(
      Object.entries(after).map(([name, spent]) => [name, spent - (before[name] ?? 0)]),
    );
  };
}

function readAll(pids: Pids): Record<string, number> {
  if (!available) return {};
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, familyMicros(pid)]));
}

function familyMicros(pid: number): number {
  const children = tolerant(() => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"), "");
  const family = [pid, ...children.split(" ").filter(Boolean).map(Number)];
  return family.reduce((sum, member) => sum + micros(member), endedChildrenMicros(pid));
}

/** A child's time is its parent's to tell once it has ended, in the coarser account alone. */
function endedChildrenMicros(pid: number): number {
  const stat = tolerant(() => readFileSync(`/proc/${pid}/stat`, "utf8"), "");
  const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ENDED_CHILDREN.reduce((sum, at) => sum + Number(afterName[at] ?? 0) * TICK_MICROS, 0);
}

function micros(pid: number): number {
  const threads = tolerant(() => readdirSync(`/proc/${pid}/task`), []);
  return threads.reduce((sum, thread) => {
    const account = tolerant(
      () => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"),
      "",
    );
    return sum + Number(account.split(" ", 1)[0]) / NANOS_PER_MICRO;
  }, 0);
}

/** A thread or a child may end between being listed and being read. */
function tolerant<T>(read: () => T, missing: T): T {
  try {
    return read();
  } catch {
    return missing;
  }
}
