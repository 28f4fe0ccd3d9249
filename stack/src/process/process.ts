import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { StackError } from "../stack-error.ts";
import {
  describeExit,
  untilRunning,
  type EndSteps,
  type Running,
  type RunningOptions,
} from "./exit.ts";

export interface ProcessOptions extends Pick<RunningOptions, "name" | "ready" | "interruption"> {
  file: string;
  args?: readonly string[];
  nodeArgs?: readonly string[];
  /** Variables in addition to the environment of this process. */
  env?: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
  readyWithinMs?: number;
}

export interface SupervisedProcess extends Running {
  name: string;
  /** Sends a signal. Returns false if the process has exited. */
  kill(signal: NodeJS.Signals): boolean;
}

const KEPT_LINES = 20;

/** A service drains for at most 10 s. */
const END_STEPS: EndSteps = [
  ["SIGTERM", 12_000],
  ["SIGKILL", 5_000],
];

/**
 * Starts a process of the product, and returns when it is ready.
 *
 * The process leads a session of its own, so that Ctrl-C reaches only this process, which stops the
 * others in order. TMS_EXIT_WITH_PARENT=1 tells the process to stop when its standard input ends, which
 * happens when this process is killed:
 *
 *     if (process.env.TMS_EXIT_WITH_PARENT === "1") process.stdin.on("end", stop).resume();
 */
export async function startProcess(options: ProcessOptions): Promise<SupervisedProcess> {
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
  const running = await untilRunning(child, {
    ...options,
    readyWithinMs,
    endSteps: END_STEPS,
    explain: (exit, cause) =>
      new StackError(
        exit
          ? `${name} ${describeExit(exit)} before it was ready.`
          : `${name} did not become ready within ${readyWithinMs} ms.`,
        recent.length > 0
          ? `Its last lines of output:\n${recent.join("\n")}`
          : "It wrote no output.",
        { cause },
      ),
  });
  return { ...running, name, kill: (signal) => child.kill(signal) };
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
