import { spawn } from "node:child_process";
import { open, readFile, rename } from "node:fs/promises";
import type { Account } from "./account.ts";
import { endProcess, type EndStep } from "./end-process.ts";
import { type Exit, describeExit, isRunning, watchExit } from "./exit.ts";
import type { StackError } from "./stack-error.ts";
import { until } from "./until.ts";

export interface ServerOptions {
  name: string;
  file: string;
  args: readonly string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  account: Account | undefined;
  logFile: string;
  ready: (pid: number) => boolean | Promise<boolean>;
  readyWithinMs: number;
  endSteps: readonly EndStep[];
  /** Turns what the server wrote to its log into a sentence. */
  explain: (log: string) => StackError;
}

export interface Server {
  pid: number;
  exited: Promise<Exit>;
  stop(): Promise<void>;
}

/**
 * Starts a database server and returns once it serves. It leads a session of its own, so that
 * Ctrl-C reaches only the supervisor, who stops the services before the servers they need. Its
 * output goes to a file rather than a pipe, which would break under it when the supervisor is killed.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { name, file, args, cwd, env, account, logFile, endSteps } = options;
  await rename(logFile, `${logFile}.1`).catch(() => undefined);
  const log = await open(logFile, "a", 0o600);
  const child = spawn(file, args, {
    cwd,
    env: { ...serverEnv(), ...env },
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    ...account,
  });
  const { exited, sofar } = watchExit(child);
  await log.close();
  const pid = child.pid ?? 0;
  const stop = (): Promise<void> => endProcess(pid, () => isRunning(child), endSteps);

  try {
    await until(
      () => {
        const exit = sofar();
        if (exit) throw new Error(`${name} ${describeExit(exit)}`);
        return options.ready(pid);
      },
      { timeoutMs: options.readyWithinMs, everyMs: 5, what: `The start of ${name}` },
    );
  } catch (error) {
    await stop();
    throw options.explain(`${await readFile(logFile, "utf8")}\n${String(error)}`);
  }
  return { pid, exited, stop };
}

/** Only what a server needs: PG* variables would bend it, and its messages must be in English. */
export function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
}
