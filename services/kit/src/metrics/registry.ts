import { tracingChannel } from "node:diagnostics_channel";
import { collectDefaultMetrics, Histogram, Registry, type Metric } from "prom-client";
import { CHANNELS, type FaultPointTrace } from "../process/fault-points.ts";
import { SECONDS } from "./buckets.ts";
import { countClientCalls } from "./calls.ts";

/** Creates a histogram that times each durable write of this process, by fault point and outcome. */
export function timeWrites(): Histogram {
  const seconds = new Histogram({
    name: "tms_write_seconds",
    help: "Duration of durable writes, by fault point and outcome",
    labelNames: ["write", "outcome"],
    buckets: SECONDS,
    registers: [],
  });
  const begun = new WeakMap<FaultPointTrace, number>();
  const ended = (trace: FaultPointTrace & { error?: unknown }) => {
    const since = begun.get(trace);
    if (since === undefined) return;
    const outcome = trace.error === undefined ? "done" : "failed";
    seconds.observe({ write: trace.faultPoint, outcome }, (performance.now() - since) / 1_000);
  };
  const channel = tracingChannel<FaultPointTrace>(CHANNELS.faultPoint);
  channel.start.subscribe((trace) => void begun.set(trace as FaultPointTrace, performance.now()));
  channel.asyncEnd.subscribe((trace) => ended(trace as FaultPointTrace));
  return seconds;
}

/** The metrics of a process. */
export type Metrics = Registry;

/**
 * Creates the metrics of a process: its durable writes, and its calls to other services. Each series has the
 * label `process`, in addition to the labels of the scraper.
 */
export function createMetrics(process: string): Metrics {
  const metrics = new Registry();
  metrics.setDefaultLabels({ process });
  addMetrics(metrics, [timeWrites(), ...countClientCalls()]);
  return metrics;
}

/** Adds metrics. Throws if a name is taken. */
export function addMetrics(metrics: Metrics, added: readonly Metric[]): void {
  for (const metric of added) metrics.registerMetric(metric);
}

/** Returns all metrics of a process, and the default metrics of Node, in the text format of Prometheus. */
export async function tellMetrics(metrics: Metrics): Promise<string> {
  // Measuring delays of the event loop wakes an idle process, so it starts with the first scrape.
  if (metrics.getSingleMetric(DELAYS) === undefined)
    collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: LOOK_EVERY_MS });
  return await metrics.metrics();
}

// One of the default metrics of Node. Its presence shows that the default metrics are already collected.
const DELAYS = "nodejs_eventloop_lag_seconds";
// The interval at which the event loop's delay is measured. It is far less than the shortest deadline. An
// interval of 10 ms takes 40% more CPU time on a busy machine.
const LOOK_EVERY_MS = 50;
