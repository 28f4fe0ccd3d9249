import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { StackError } from "../stack-error.ts";
import { until } from "../until.ts";

/** A signal, and how long to wait for its effect before the next step. */
type EndStep = readonly [signal: NodeJS.Signals, waitMs: number];
export type EndSteps = readonly [EndStep, ...EndStep[]];

/**
 * Sends the signals one after the other until the process is gone. Throws a StackError if it outlives the
 * last one. Checks before each signal that the process runs, because another process may get its id.
 */
export async function endProcess(pid: number, isRunning: () => boolean, steps: EndSteps) {
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
    // On Linux, a zombie process has an empty command line.
    return command.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The end of a child process. It has an error if the process could not be started. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  error?: Error;
}

export type Running = Awaited<ReturnType<typeof untilRunning>>;

interface RunningOptions {
  name: string;
  /** Called repeatedly until it returns true. */
  ready: (pid: number) => boolean | Promise<boolean>;
  readyWithinMs: number;
  endSteps: EndSteps;
  interruption?: AbortSignal | undefined;
  /** Explains why the process did not become ready. The exit is undefined if the time ran out. */
  explain: (exit: Exit | undefined, cause: unknown) => StackError | Promise<StackError>;
}

/**
 * Waits until a new child process is ready. If that fails, stops the process and rejects. Call this in
 * the same tick as `spawn`, so that no event of the child is missed.
 */
export async function untilRunning(child: ChildProcess, options: RunningOptions) {
  const { name, ready, readyWithinMs, endSteps, interruption, explain } = options;
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    const settle = (end: Exit): void => resolve((exit ??= end));
    child.once("error", (error) => settle({ code: null, signal: null, error }));
    child.once("close", (code, signal) => settle({ code, signal }));
  });
  const pid = child.pid ?? 0;
  const isRunning = (): boolean =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const stop = async (graceMs?: number): Promise<void> => {
    const [[signal, waitMs], ...others] = endSteps;
    await endProcess(pid, isRunning, [[signal, graceMs ?? waitMs], ...others]);
    await exited;
  };
  const check = (): boolean | Promise<boolean> => {
    if (exit) throw new Error(`${name} ${describeExit(exit)}`);
    return ready(pid);
  };
  try {
    await until(check, { timeoutMs: readyWithinMs, what: `The start of ${name}`, interruption });
  } catch (cause) {
    const early = exit;
    await stop();
    interruption?.throwIfAborted();
    throw await explain(early, cause);
  }
  return {
    pid,
    /** Resolves after the process has exited and its output has ended. */
    exited,
    /** Stops the process, by force if it takes longer than `graceMs`. */
    stop,
  };
}

export function describeExit({ code, signal, error }: Exit): string {
  if (error) return `could not be started (${error.message})`;
  return signal ? `was terminated by ${signal}` : `exited with code ${code}`;
}

export interface ProcessOptions extends Pick<RunningOptions, "name" | "ready" | "interruption"> {
  file: string;
  args?: readonly string[];
  nodeArgs?: readonly string[];
  /** Variables in addition to the environment of this process. */
  env?: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
  readyWithinMs?: number;
}

export type SupervisedProcess = Awaited<ReturnType<typeof startProcess>>;

const KEPT_LINES = 20;

/** A service drains for at most 10 s. */
const END_STEPS: EndSteps = [
  ["SIGTERM", 12_000],
  ["SIGKILL", 5_000],
];

/**
 * Starts a process of the product, and returns when it is ready. The process has a session of its own. Ctrl-C
 * therefore reaches only the parent, which stops its processes in order. With TMS_EXIT_WITH_PARENT=1, the
 * process also stops when its standard input ends, because then the parent was killed.
 */
export async function startProcess(options: ProcessOptions) {
  const { name, file, args = [], nodeArgs = [], env, onLine, readyWithinMs = 30_000 } = options;
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], {
    env: { ...process.env, ...env, TMS_EXIT_WITH_PARENT: "1" },
    detached: true,
    stdio: "pipe",
  });
  const recent: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => {
      recent.push(line);
      if (recent.length > KEPT_LINES) recent.shift();
      onLine?.(line);
    });
  const explain = (exit: Exit | undefined, cause: unknown) => {
    const sentence = exit
      ? `${name} ${describeExit(exit)} before it was ready.`
      : `${name} did not become ready within ${readyWithinMs} ms.`;
    const output = `Its last lines of output:\n${recent.join("\n")}`;
    return new StackError(sentence, recent.length > 0 ? output : "It wrote no output.", { cause });
  };
  const parts = { ...options, readyWithinMs, endSteps: END_STEPS, explain };
  const running = await untilRunning(child, parts);
  /** Sends a signal. Returns false if the process has exited. */
  const kill = (signal: NodeJS.Signals): boolean => child.kill(signal);
  return { ...running, name, kill };
}

export function answersOk(url: string): () => Promise<boolean> {
  return async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  };
}
