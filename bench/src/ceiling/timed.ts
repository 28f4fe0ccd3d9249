import { meterCpu } from "../measure/cpu.ts";

/** The throughput of a single connection. */
export interface Throughput {
  rows: number;
  seconds: number;
  /** The processor time of Postgres, in microseconds. */
  cpuMicros: number | undefined;
}

/**
 * Runs statements one after the other until they took the time given. Preparing the next one
 * is not counted: the ceiling is the database's, not that of whoever asks it.
 */
export async function runFor<T>(
  seconds: number,
  postgresPid: number,
  steps: { prepare: () => Promise<T>; run: (prepared: T) => Promise<number> },
): Promise<Throughput> {
  const cpu = meterCpu({ postgres: postgresPid });
  let [rows, spentMs] = [0, 0];
  while (spentMs < seconds * 1_000) {
    const prepared = await steps.prepare();
    const begunAt = performance.now();
    rows += await steps.run(prepared);
    spentMs += performance.now() - begunAt;
  }
  return { rows, seconds: spentMs / 1_000, cpuMicros: cpu()["postgres"] };
}
