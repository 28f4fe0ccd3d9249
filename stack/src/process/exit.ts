import type { ChildProcess } from "node:child_process";
import type { StackError } from "../stack-error.ts";
import { until } from "../until.ts";
import { endProcess, type EndSteps } from "./end-process.ts";

/** The end of a child process. It has an error if the process could not be started. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  error?: Error;
}

/** A child process that was ready once. */
export interface Running {
  pid: number;
  /** Resolves after the process has exited and its output has ended. */
  exited: Promise<Exit>;
  /** Stops the process, by force if it takes longer than `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export interface RunningOptions {
  /** The name in messages. */
  name: string;
  /** Called repeatedly until it returns true. */
  ready: (pid: number) => boolean | Promise<boolean>;
  readyWithinMs: number;
  endSteps: EndSteps;
  /** Stops the process if it is not ready yet. */
  interruption?: AbortSignal | undefined;
  /** Explains why the process did not become ready. The exit is undefined if the time ran out. */
  explain: (exit: Exit | undefined, cause: unknown) => StackError | Promise<StackError>;
}

/**
 * Waits until a new child process is ready. If that fails, stops the process and rejects. Call this in
 * the same tick as `spawn`, so that no event of the child is missed.
 */
export async function untilRunning(child: ChildProcess, options: RunningOptions): Promise<Running> {
  const { name, ready, readyWithinMs, endSteps, interruption } = options;
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
    throw await options.explain(early, cause);
  }
  return { pid, exited, stop };
}

/** Returns a predicate for the name of the process, such as "exited with code 1". */
export function describeExit({ code, signal, error }: Exit): string {
  if (error) return `could not be started (${error.message})`;
  return signal ? `was terminated by ${signal}` : `exited with code ${code}`;
}
