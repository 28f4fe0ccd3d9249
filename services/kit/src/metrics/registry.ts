import { collectDefaultMetrics, Registry, type Metric } from "prom-client";
import { countClientCalls } from "./client-calls.ts";
import { timeWrites } from "./writes.ts";

/** What a process tells a Prometheus that asks it, in the text format. */
export type Metrics = Registry;

/**
 * Creates the metrics of a process: what Node and the system say of it, its durable writes, and its
 * calls to other services. Each series carries the label `process`, whatever the scraper adds.
 */
export function createMetrics(process: string): Metrics {
  const metrics = new Registry();
  metrics.setDefaultLabels({ process });
  collectDefaultMetrics({ register: metrics });
  addMetrics(metrics, [timeWrites(), ...countClientCalls()]);
  return metrics;
}

/** Adds what was made elsewhere. Throws for a name that is taken. */
export function addMetrics(metrics: Metrics, added: readonly Metric[]): void {
  for (const metric of added) metrics.registerMetric(metric);
}
