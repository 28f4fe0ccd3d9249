import type { ChildProcess } from "node:child_process";

/** How a child ended: by itself with a code, by a signal, or it could not even be started. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  error?: Error;
}

export interface ExitWatch {
  exited: Promise<Exit>;
  /** The exit so far: undefined while the child runs. */
  sofar: () => Exit | undefined;
}

/**
 * Watches for the end of a child and of all it wrote. To be called in the same tick as `spawn`, or
 * a failure to start would go unheard.
 */
export function watchExit(child: ChildProcess): ExitWatch {
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    const settle = (how: Exit): void => resolve((exit ??= how));
    child.once("error", (error) => settle({ code: null, signal: null, error }));
    child.once("close", (code, signal) => settle({ code, signal }));
  });
  return { exited, sofar: () => exit };
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** "exited with code 1", to stand after the name of the process. */
export function describeExit({ code, signal, error }: Exit): string {
  if (error) return `could not be started (${error.message})`;
  return signal ? `was terminated by ${signal}` : `exited with code ${code}`;
}
