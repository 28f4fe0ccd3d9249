import type { Bench } from "../bench.ts";
import type { LoadOutcome, LoadPlan } from "../load/plan.ts";
import { meterCpu, type Pids } from "./cpu.ts";
import type { Throughput } from "../ceiling/timed.ts";
import { OTHER_ANSWERS } from "../report/result.ts";

/** The outcome of a load, and its processor time per answer in microseconds, by process. */
export interface MeteredLoad {
  outcome: LoadOutcome;
  micros: Record<string, number>;
}

/** Puts load on a server and meters everyone who works on it. */
export async function meterLoad(bench: Bench, pids: Pids, plan: LoadPlan): Promise<MeteredLoad> {
  const { postgres, redis } = bench.harness.servers;
  const cpu = meterCpu({ ...pids, postgres: postgres.pid, ...(redis && { redis: redis.pid }) });
  const outcome = await bench.load.run(plan);
  const spent = Object.entries({ load: outcome.cpuMicros, ...cpu() });
  const each = spent.map(([name, micros]) => [name, micros / Math.max(1, outcome.answered)]);
  return { outcome, micros: Object.fromEntries(each) as Record<string, number> };
}

/**
 * Puts load on a server and records what came of it, as `what` per second, of which each answer tells so
 * many.
 */
export async function measureLoad(
  bench: Bench,
  at: { what: string; point: string; series: string; round: number; each?: number },
  pids: Pids,
  plan: LoadPlan,
): Promise<LoadOutcome> {
  const { what, point, series, round, each = 1 } = at;
  const { outcome, micros } = await meterLoad(bench, pids, plan);
  bench.record({
    point,
    series,
    round,
    values: {
      [`${what}/s`]: (each * outcome.answered) / outcome.seconds,
      "p50 ms": outcome.latency.p50,
      "p99 ms": outcome.latency.p99,
      [OTHER_ANSWERS]: countOthers(outcome),
      ...labelled(ofOne(micros, each)),
    },
  });
  return outcome;
}

const ofOne = (micros: Readonly<Record<string, number>>, each: number): Record<string, number> =>
  Object.fromEntries(Object.entries(micros).map(([name, spent]) => [name, spent / each]));

const OVERLOADED = "503";

/** Throws when a request was answered with anything but success and "not now". */
export function requireServed({ others }: LoadOutcome): void {
  const wrong = Object.entries(others).filter(([status]) => status !== OVERLOADED);
  if (wrong.length > 0)
    throw new Error(wrong.map(([status, count]) => `${count} answers were ${status}`).join(", "));
}

/** How many answers had another status than expected. */
export const countOthers = ({ others }: LoadOutcome): number =>
  Object.values(others).reduce((sum, count) => sum + count, 0);

/** Microseconds by process, under the names they are reported by. */
export const labelled = (micros: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(micros).map(([name, value]) => [`${name} µs`, value]));

/** Records what a ceiling achieved. */
export function recordCeiling(
  bench: Bench,
  at: { what: string; point: string; series: string; round: number },
  { rows, seconds, cpuMicros }: Throughput,
): void {
  bench.record({
    point: at.point,
    series: at.series,
    round: at.round,
    values: {
      [`${at.what}/s`]: rows / seconds,
      ...(cpuMicros !== undefined && { "postgres µs": cpuMicros / rows }),
    },
  });
}
