import type { LoadOutcome, LoadPlan } from "../load/plan.ts";
import { OTHER_ANSWERS } from "../report/result.ts";
import type { Bench } from "../scenario.ts";
import { meterCpu } from "./cpu.ts";

const OVERLOADED = "503";

/** The labels of a sample. */
export interface LoadLabels {
  unit: string;
  point: string;
  series: string;
  /** Undefined for a warm-up, which records nothing. */
  round: number | undefined;
  /** Units per answer; 1 if undefined. */
  each?: number;
}

/** The load on the product's gateway. */
type GatewayLoad = Omit<LoadPlan, "port" | "seconds">;

/** Puts load on the gateway; throws if a request has an unexpected answer other than 503. */
export async function sendLoad(
  { load, product, seconds }: Bench,
  plan: GatewayLoad,
): Promise<LoadOutcome> {
  const outcome = await load.run({ port: product.ports.gateway, seconds, ...plan });
  const wrong = Object.keys(outcome.others).filter((status) => status !== OVERLOADED);
  if (wrong.length > 0) throw new Error(`The response to a request was ${wrong.join(" and ")}.`);
  return outcome;
}

/** Sends a load and records its rate, its latencies and the processor time per unit. */
export async function measureLoad(
  bench: Bench,
  { unit, point, series, round, each = 1 }: LoadLabels,
  plan: GatewayLoad,
): Promise<LoadOutcome> {
  const cpu = meterCpu(bench.product.pids);
  const outcome = await sendLoad(bench, plan);
  const micros = { load: outcome.cpuMicros, ...cpu() };
  const units = each * outcome.answered;
  if (round !== undefined)
    bench.record({
      point,
      series,
      round,
      values: {
        [`${unit}/s`]: units / outcome.seconds,
        "p50 ms": outcome.latency.p50,
        "p99 ms": outcome.latency.p99,
        [OTHER_ANSWERS]: countOverloaded(outcome),
        ...microsPerUnit(micros, units),
      },
    });
  return outcome;
}

/** Returns the number of requests that the product refused because of its load. */
export const countOverloaded = ({ others }: LoadOutcome): number => others[OVERLOADED] ?? 0;

/** Divides processor time by a number of units. */
export const microsPerUnit = (
  micros: Readonly<Record<string, number>>,
  units: number,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(micros).map(([name, spent]) => [`${name} µs`, spent / Math.max(1, units)]),
  );
