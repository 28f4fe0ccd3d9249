import { PROCESSES, type ProcessName, type System } from "@tms/stack/system/system";
import { until } from "@tms/stack/until";

/** The memory and handles of one process, after it collected its garbage. */
export interface Gauge {
  heapUsed: number;
  external: number;
  rss: number;
  handles: number;
  /** How long one piece of work kept its event loop at most, since it was asked first. */
  stallMs: number;
}
export type Gauges = Readonly<Record<ProcessName, Gauge>>;

/** Reads the output of a system's processes while they are attacked. */
export interface Watch {
  /** Environment for the processes, so that they can be asked what they hold. */
  env: NodeJS.ProcessEnv;
  onLine: (process: ProcessName, line: string) => void;
  /** Lines that no attack may bring about: failures, and whatever is no log line. */
  complaints: string[];
  /** Asks every process; rejects when one is not there any more. */
  measure(system: Pick<System, "processes">): Promise<Gauges>;
}

const MOST_COMPLAINTS = 50;
const WITHIN_MS = 15_000;

/** Reads every line the processes write. */
export function createWatch(): Watch {
  const complaints: string[] = [];
  const latest = new Map<ProcessName, Gauge>();
  const stalls = new Map<ProcessName, number>();

  function note(process: ProcessName, gauge: Gauge): void {
    const before = stalls.get(process);
    // The first time a process tells how long it took to start and to compile what it needs.
    const stallMs = before === undefined ? 0 : Math.max(before, gauge.stallMs);
    stalls.set(process, stallMs);
    latest.set(process, { ...gauge, stallMs });
  }

  const preload = new URL("./gauge.ts", import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--expose-gc --import=${preload}`, LOG_LEVEL: "warn" },
    complaints,
    onLine(process, line) {
      const entry = parse(line);
      if (entry.gauge !== undefined) return note(process, entry.gauge);
      const harmless = entry.level === "warn" || entry.level === "info";
      if (!harmless && complaints.length < MOST_COMPLAINTS) complaints.push(`${process}: ${line}`);
    },
    async measure({ processes }) {
      latest.clear();
      for (const { name, kill } of processes.values())
        if (!kill("SIGUSR2")) throw new Error(`${name} has ended`);
      await until(() => latest.size === PROCESSES.length, {
        timeoutMs: WITHIN_MS,
        what: "every process telling what it holds",
      });
      return Object.fromEntries(latest) as Gauges;
    },
  };
}

function parse(line: string): { level?: string; gauge?: Gauge } {
  try {
    return JSON.parse(line) as { level?: string; gauge?: Gauge };
  } catch {
    return {};
  }
}
