import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { until } from "../until.ts";

/** A signal, and how long to wait for its effect before the next step. */
type EndStep = readonly [signal: NodeJS.Signals, waitMs: number];
export type EndSteps = readonly [EndStep, ...EndStep[]];

/**
 * Ends a process with one signal after the other, and returns when it is gone. Checks before each signal
 * that the process still runs, because its id may belong to another process by then.
 */
export async function endProcess(
  pid: number,
  isRunning: () => boolean,
  steps: EndSteps,
): Promise<void> {
  for (const [index, [signal, timeoutMs]] of steps.entries()) {
    if (!isRunning()) return;
    send(pid, signal);
    const what = `The end of process ${pid} after ${signal}`;
    const gone = until(() => !isRunning(), { timeoutMs, everyMs: 5, what });
    await (index === steps.length - 1 ? gone : gone.catch(() => undefined));
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has ended since the check.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/**
 * Ends a server that outlived a killed `start`. The process id in the server's data folder may belong to
 * another process, so the command line must match.
 */
export async function endLeftover(
  pidFile: string,
  isOwn: (command: string) => boolean,
  steps: EndSteps,
): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  if (!(pid > 1)) return;
  await endProcess(pid, () => isOwn(runningCommand(pid) ?? ""), steps);
  // Postgres does not start if another process has the id in the file.
  await rm(pidFile, { force: true });
}

/** Returns the command line of a process, or undefined if no process with this id runs. */
export function runningCommand(pid: number): string | undefined {
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
        : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    // The command line of a process that only waits for its parent is empty.
    return command.trim() || undefined;
  } catch {
    return undefined;
  }
}
