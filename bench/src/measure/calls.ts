import { percentile } from "./statistics.ts";

/** How calls went that were made one after the other. */
export interface Calls {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Calls again and again for some time, and waits for each before the next. */
export async function timeCalls(seconds: number, call: () => Promise<unknown>): Promise<Calls> {
  const begunAt = performance.now();
  const endsAt = begunAt + seconds * 1_000;
  const times: number[] = [];
  for (let now = begunAt; now < endsAt;) {
    await call();
    const after = performance.now();
    times.push(after - now);
    now = after;
  }
  return {
    perSecond: (1_000 * times.length) / (performance.now() - begunAt),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}
