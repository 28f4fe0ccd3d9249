import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { endProcess } from "./end-process.ts";
import { type Exit, describeExit, isRunning, watchExit } from "./exit.ts";
import { StackError } from "../stack-error.ts";
import { until } from "../until.ts";

export interface ProcessOptions {
  /** How messages call this process. */
  name: string;
  /** The TypeScript or JavaScript file that this Node is to run. */
  file: string;
  args?: readonly string[];
  /** Flags for Node itself. */
  nodeArgs?: readonly string[];
  /** On top of this process's own environment. */
  env?: NodeJS.ProcessEnv;
  /** Hears every line the process writes, from either stream. */
  onLine?: (line: string) => void;
  /** Asked again and again until it says yes; see `answersOk` for a probe over HTTP. */
  ready: () => boolean | Promise<boolean>;
  readyWithinMs?: number;
  /** Ends what has not become ready yet. */
  interruption?: AbortSignal | undefined;
}

export interface SupervisedProcess {
  name: string;
  pid: number;
  exited: Promise<Exit>;
  /** Asks the process to end, and kills it when it has not after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
  /** Sends a signal, and returns whether the process was still there to receive it. */
  kill(signal: NodeJS.Signals): boolean;
}

const KEPT_LINES = 20;

/** A service drains for 10 s at most. */
const GRACE_MS = 12_000;

/**
 * Starts a process of the system and returns once it is ready.
 *
 * The process leads a session of its own, so that Ctrl-C reaches only the supervisor, who decides
 * the order in which things stop. That it may not outlive a supervisor killed with SIGKILL is a
 * contract with the process: TMS_EXIT_WITH_PARENT=1 tells it that its standard input is a pipe whose
 * other end the supervisor holds and never writes to, and that it must stop when that input ends:
 *
 *     if (process.env.TMS_EXIT_WITH_PARENT === "1") process.stdin.on("end", stop).resume();
 */
export async function startProcess(options: ProcessOptions): Promise<SupervisedProcess> {
  const { name, file, args = [], nodeArgs = [], env, onLine, ready, interruption } = options;
  const { readyWithinMs = 30_000 } = options;
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], {
    env: { ...process.env, ...env, TMS_EXIT_WITH_PARENT: "1" },
    detached: true,
    stdio: "pipe",
  });
  const { exited, sofar } = watchExit(child);
  const recent = listen(child, onLine);
  const pid = child.pid ?? 0;
  const stop = (graceMs = GRACE_MS): Promise<void> =>
    endProcess(pid, () => isRunning(child), [
      ["SIGTERM", graceMs],
      ["SIGKILL", 5_000],
    ]);

  try {
    await until(
      () => {
        if (sofar()) throw new Error(`${name} has ended`);
        return ready();
      },
      { timeoutMs: readyWithinMs, what: `The start of ${name}`, interruption },
    );
  } catch (cause) {
    const exit = sofar();
    await stop();
    interruption?.throwIfAborted();
    const what = exit ? `${describeExit(exit)} before it was` : `did not become`;
    const bound = exit ? "" : ` within ${readyWithinMs} ms`;
    throw new StackError(`${name} ${what} ready${bound}.`, quote(recent), { cause });
  }
  return { name, pid, exited, stop, kill: (signal) => child.kill(signal) };
}

/** A probe that says yes once the address answers with a success. */
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

/** Passes lines on, and keeps the last few for the case that the process dies. */
function listen(child: ChildProcess, onLine: ProcessOptions["onLine"]): string[] {
  const recent: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (line) => {
      recent.push(line);
      if (recent.length > KEPT_LINES) recent.shift();
      onLine?.(line);
    });
  }
  return recent;
}

function quote(lines: string[]): string {
  return lines.length > 0
    ? `Its last lines of output:\n${lines.join("\n")}`
    : "It wrote no output.";
}
