import type { Browser, Page } from "playwright-core";

/** What a page's main thread did, each task in one go, during which the page answers nobody. */
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
  /** The time that its thread had of a processor; absent where the trace ended within. */
  tdur?: number;
  args: { name?: string };
}

// The second has the tasks of pages. Without the first all that are on by default would be traced as well,
// and fill the buffer.
const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"];

/** Follows what a page does from now on; the function ends that and tells what it was. */
export async function watchTasks(browser: Browser, page: Page): Promise<() => Promise<Tasks>> {
  await browser.startTracing(undefined, { categories: CATEGORIES });
  return async () => {
    // One that the end of the trace cuts off has no time: the last is to be one that does nothing.
    await page.evaluate("new Promise((ended) => setTimeout(ended))");
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
