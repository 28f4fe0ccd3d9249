import type { Browser } from "playwright-core";

/** What the main threads of pages did, each task in one go, during which its page answers nobody. */
interface Tasks {
  /** Those whose time was measured. */
  count: number;
  /** Of the processor, so that a busy machine makes no task longer. */
  longestCpuMs: number;
}

/** An event of a trace, as far as it is looked at; times are in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** The time that its thread had of a processor; the trace leaves it out of a few. */
  tdur?: number;
  args: { name?: string };
}

// The category that has the tasks of pages.
const CATEGORIES = ["disabled-by-default-devtools.timeline"];

/** Follows what the pages of a browser do from now on; the function ends that and tells what it was. */
export async function watchTasks(browser: Browser): Promise<() => Promise<Tasks>> {
  await browser.startTracing(undefined, { categories: CATEGORIES });
  return async () => {
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    return tasksOf(traceEvents);
  };
}

function tasksOf(events: readonly TraceEvent[]): Tasks {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const times = events
    .filter(({ name, pid, tid }) => name === "RunTask" && mainThreads.has(`${pid} ${tid}`))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]));
  return { count: times.length, longestCpuMs: Math.round(Math.max(0, ...times)) };
}
