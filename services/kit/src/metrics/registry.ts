import type { DescService } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { tracingChannel } from "node:diagnostics_channel";
import { collectDefaultMetrics, Counter, Histogram, Registry, type Metric } from "prom-client";
import { CHANNELS, type CallTrace, type FaultPointTrace } from "../process/fault-points.ts";

export type Metrics = Registry;

export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Creates the metrics of a process, which measure its durable writes and its calls to other services. A call
 * with all its retries counts as one call. Each series has the label `process`.
 */
export function createMetrics(process: string): Metrics {
  const metrics = new Registry();
  metrics.setDefaultLabels({ process });
  const writes = new Histogram({
    name: "tms_write_seconds",
    help: "Duration of durable writes, by fault point and outcome",
    labelNames: ["write", "outcome"],
    buckets: SECONDS,
    registers: [metrics],
  });
  onEnd<FaultPointTrace>(CHANNELS.faultPoint, ({ faultPoint: write, error }, startedAt) => {
    const outcome = error === undefined ? "done" : "failed";
    writes.observe({ write, outcome }, (performance.now() - startedAt) / 1_000);
  });
  const calls = grpcMetrics(metrics, "client");
  onEnd<CallTrace>(CHANNELS.call, ({ rpc, error }, startedAt) => {
    const [service = "", method = ""] = rpc.split("/");
    calls.ended(service, method, startedAt, error);
  });
  return metrics;
}

function onEnd<T extends object>(
  channel: string,
  ended: (trace: T & { error?: unknown }, startedAt: number) => void,
): void {
  const begun = new WeakMap<object, number>();
  const { start, asyncEnd } = tracingChannel<T>(channel);
  start.subscribe((trace) => void begun.set(trace as T, performance.now()));
  asyncEnd.subscribe((trace) => {
    const startedAt = begun.get(trace as T);
    if (startedAt !== undefined) ended(trace as T & { error?: unknown }, startedAt);
  });
}

// The labels and metric names are those of common gRPC middlewares, so that existing dashboards fit.
const BY_METHOD = ["grpc_service", "grpc_method"] as const;

export type CallMetrics = ReturnType<typeof grpcMetrics>;

function grpcMetrics(metrics: Metrics, side: "server" | "client") {
  const did = side === "server" ? "served" : "made";
  const handled = new Counter({
    name: `grpc_${side}_handled_total`,
    help: `Calls ${did}, by status code`,
    labelNames: [...BY_METHOD, "grpc_code"],
    registers: [metrics],
  });
  const seconds = new Histogram({
    name: `grpc_${side}_handling_seconds`,
    help: `Duration of calls ${did}`,
    labelNames: [...BY_METHOD],
    buckets: SECONDS,
    registers: [metrics],
  });
  return {
    /** Starts counters at 0, because Prometheus computes no increase for a series that appears with 1. */
    expect(service: string, method: string): void {
      for (const grpc_code of ["OK", "Internal"])
        handled.inc({ grpc_service: service, grpc_method: method, grpc_code }, 0);
    },
    ended(service: string, method: string, startedAt: number, error?: unknown): void {
      const labels = { grpc_service: service, grpc_method: method };
      const grpc_code = error === undefined ? "OK" : Code[ConnectError.from(error).code];
      handled.inc({ ...labels, grpc_code });
      seconds.observe(labels, (performance.now() - startedAt) / 1_000);
    },
  };
}

export function addCallMetrics(metrics: Metrics, services: readonly DescService[]): CallMetrics {
  const calls = grpcMetrics(metrics, "server");
  for (const service of services)
    for (const method of service.methods) calls.expect(service.typeName, method.name);
  return calls;
}

export function addMetrics(metrics: Metrics, added: readonly Metric[]): void {
  for (const metric of added) metrics.registerMetric(metric);
}

/** Returns all metrics of a process, including the default metrics of Node, in the format of Prometheus. */
export async function tellMetrics(metrics: Metrics): Promise<string> {
  // Not collected before the first scrape, because measuring event loop delays wakes an idle process.
  if (metrics.getSingleMetric(DELAYS) === undefined)
    collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: LOOK_EVERY_MS });
  return await metrics.metrics();
}

// If the registry has this metric, the default metrics are already collected.
const DELAYS = "nodejs_eventloop_lag_seconds";
// The default interval of 10 ms takes 40% more CPU time on a busy machine.
const LOOK_EVERY_MS = 50;
