import { describeExit } from "../stack/exit.ts";
import type { SupervisedProcess } from "../stack/process.ts";

const KEPT_LINES = 4_000;

/** Notices processes that end or fail of themselves, and keeps what they wrote. */
export interface Watch {
  /** What went wrong that no fault explains. */
  readonly crashes: readonly string[];
  readonly lines: readonly string[];
  hear(process: string, line: string): void;
  /** From now on this process must not end, unless it is excused. */
  guard(process: SupervisedProcess): void;
  excuse(process: SupervisedProcess): void;
}

export function createWatch(): Watch {
  const crashes: string[] = [];
  const lines: string[] = [];
  const excused = new WeakSet<SupervisedProcess>();
  return {
    crashes,
    lines,
    hear(process, line) {
      lines.push(`${new Date().toISOString()} ${process} ${line}`);
      if (lines.length > KEPT_LINES) lines.shift();
      if (/"level":"fatal"|unhandledRejection|uncaughtException/.test(line))
        crashes.push(`${process} logged ${line}`);
    },
    guard(process) {
      const note = async () => {
        const exit = await process.exited;
        if (!excused.has(process))
          crashes.push(`${process.name} ${describeExit(exit)}, which no fault explains`);
      };
      void note();
    },
    excuse: (process) => void excused.add(process),
  };
}
