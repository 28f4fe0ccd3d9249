import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { runningCommand } from "../process/process.ts";

export type RunningProcess = ReturnType<typeof runningProcesses>[number];

/** Lists the processes that this account may see. Small machines have no `ps`. */
export function runningProcesses() {
  if (process.platform === "linux") return readdirSync("/proc").flatMap(fromProc);
  const listing = execFileSync("ps", ["-axo", "pid=,ppid=,command="], { encoding: "utf8" });
  return listing.split("\n").flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

export function descendants(pid: number): RunningProcess[] {
  const running = runningProcesses();
  const found: RunningProcess[] = [];
  for (let parents = [pid]; parents.length > 0;) {
    const children = running.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map((child) => child.pid);
  }
  return found;
}

/** /proc/PID/stat is `pid (name) state parent …`. The name may contain parentheses. */
function fromProc(entry: string): { pid: number; parent: number; command: string }[] {
  const pid = Number(entry);
  const command = Number.isInteger(pid) ? runningCommand(pid) : undefined;
  if (command === undefined) return [];
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [{ pid, parent: Number(parent), command }];
  } catch {
    // The process has ended since the listing.
    return [];
  }
}
