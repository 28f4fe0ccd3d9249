import { readFile, rm } from "node:fs/promises";
import { endProcess, type EndStep } from "./end-process.ts";
import { runningCommand } from "./running-command.ts";

/**
 * Ends a server that outlived a killed supervisor. The process id it left in its data folder may
 * belong to a stranger by now, so its command line must be that of our server before it is touched.
 */
export async function endLeftover(
  pidFile: string,
  isOurs: (command: string) => boolean,
  steps: readonly EndStep[],
): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  if (!(pid > 1)) return;
  const isRunning = (): boolean => {
    const command = runningCommand(pid);
    return command !== undefined && isOurs(command);
  };
  await endProcess(pid, isRunning, steps);
  // After a reboot a stranger may have that id, and Postgres would refuse to start because of it.
  await rm(pidFile, { force: true });
}
