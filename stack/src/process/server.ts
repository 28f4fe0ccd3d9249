import { spawn } from "node:child_process";
import { open, readFile, rename } from "node:fs/promises";
import type { Account } from "../folder/account.ts";
import { endProcess, type EndStep } from "./end-process.ts";
import { type Exit, describeExit, isRunning, watchExit } from "./exit.ts";
import type { StackError } from "../stack-error.ts";
import { letGoAtExit, tethered } from "./tether.ts";
import { until } from "../until.ts";

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
  /** The first of them is also what a supervisor that was killed has it sent. */
  endSteps: readonly [EndStep, ...EndStep[]];
  /** Ends what has not become ready yet. */
  interruption?: AbortSignal | undefined;
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
 * Ctrl-C reaches only the supervisor, who stops the services before the servers they need. It does
 * not outlive a supervisor that was killed. Its output goes to a file rather than a pipe, which
 * would break under it before it has ended.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { name, cwd, env, account, logFile, endSteps } = options;
  await rename(logFile, `${logFile}.1`).catch(() => undefined);
  const log = await open(logFile, "a", 0o600);
  const { file, args } = tethered(endSteps[0][0], options.file, options.args);
  const child = spawn(file, args, {
    cwd,
    env: { ...serverEnv(), ...env },
    detached: true,
    stdio: ["ignore", log.fd, log.fd, "pipe"],
    ...account,
  });
  letGoAtExit(child);
  const { exited, sofar } = watchExit(child);
  await log.close();
  const pid = child.pid ?? 0;
  const stop = async (): Promise<void> => {
    await endProcess(pid, () => isRunning(child), endSteps);
    await exited;
  };

  try {
    await until(
      () => {
        const exit = sofar();
        if (exit) throw new Error(`${name} ${describeExit(exit)}`);
        return options.ready(pid);
      },
      {
        timeoutMs: options.readyWithinMs,
        everyMs: 5,
        what: `The start of ${name}`,
        interruption: options.interruption,
      },
    );
  } catch (error) {
    await stop();
    options.interruption?.throwIfAborted();
    throw options.explain(`${await readFile(logFile, "utf8")}\n${String(error)}`);
  }
  return { pid, exited, stop };
}

/** Only what a server needs: PG* variables would bend it, and its messages must be in English. */
export function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
}
