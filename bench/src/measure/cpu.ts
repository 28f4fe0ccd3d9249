import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Process ids by name. */
export type Pids = Readonly<Record<string, number>>;

// It counts nanoseconds; /proc/PID/stat counts ticks of ten milliseconds.
const available = existsSync("/proc/self/schedstat");
const NANOS_PER_MICRO = 1_000;
// The fields of user and system time in /proc/PID/stat, after the command's name.
const ENDED_CHILDREN = [13, 14] as const;
const TICK_MICROS = 10_000;

/**
 * Returns a function that returns the processor time of each process since now, in microseconds.
 * It includes the children, because Postgres has one per connection. Empty without schedstat.
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

/** Returns the time of the children that have ended, which only the coarser account has. */
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
