import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * The command line of a running process, or undefined when there is none with that id. A process
 * that has ended and merely awaits its parent has no command line any more and counts as gone.
 */
export function runningCommand(pid: number): string | undefined {
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
        : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.trim() || undefined;
  } catch {
    return undefined;
  }
}
