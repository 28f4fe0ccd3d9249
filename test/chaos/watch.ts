import { describeExit } from "@tms/stack/process/exit";
import type { SupervisedProcess } from "@tms/stack/process/process";

const KEPT_LINES = 4_000;
// Any other reason for which a registration is not closed is a defect.
const LEFT_OPEN =
  /"reason":"(?:UNAVAILABLE|DEADLINE_EXCEEDED)".*"tournamentId":"([^"]+)","msg":"the registration was not closed at once/;

/** Notices processes that end or fail of themselves, and keeps what they wrote. */
export interface Watch {
  /** Failures that no fault explains. */
  readonly crashes: readonly string[];
  readonly lines: readonly string[];
  /** Ids of tournaments whose registration was not closed at once when they were ended. */
  readonly leftOpen: ReadonlySet<string>;
  hear(process: string, line: string): void;
  /** From now on this process must not end, unless it is excused. */
  guard(process: SupervisedProcess): void;
  excuse(process: SupervisedProcess): void;
}

export function createWatch(): Watch {
  const crashes: string[] = [];
  const lines: string[] = [];
  const leftOpen = new Set<string>();
  const excused = new WeakSet<SupervisedProcess>();
  return {
    crashes,
    lines,
    leftOpen,
    hear(process, line) {
      lines.push(`${new Date().toISOString()} ${process} ${line}`);
      if (lines.length > KEPT_LINES) lines.shift();
      const [, open] = LEFT_OPEN.exec(line) ?? [];
      if (open !== undefined) leftOpen.add(open);
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
