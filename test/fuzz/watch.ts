import { PROCESSES, type ProcessName, type System } from "@tms/stack/system/system";
import { until } from "@tms/stack/until";

/** The memory and handles of one process, after it collected its garbage. */
export interface Gauge {
  heapUsed: number;
  external: number;
  rss: number;
  handles: number;
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
const WITHIN_MS = 60_000;

/** Reads every line the processes write. */
export function createWatch(): Watch {
  const complaints: string[] = [];
  const latest = new Map<ProcessName, Gauge>();

  const preload = new URL("./gauge.ts", import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--expose-gc --import=${preload}`, LOG_LEVEL: "warn" },
    complaints,
    onLine(process, line) {
      const entry = parse(line);
      if (entry.gauge !== undefined) return void latest.set(process, entry.gauge);
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
